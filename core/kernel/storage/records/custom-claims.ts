import type { Row } from '../schema/codec.ts'
import type { Records } from './records.ts'
import { uniqueKey } from '../custom/column.ts'
import { type Property, PropertyValue } from '../custom/property.ts'

/** Which record has which value of the unique properties, for sets of which each record is judged alone. */
export class Claims {
  readonly #properties: readonly Property[]
  readonly #owners = new Map<string, string>()

  private constructor(properties: readonly Property[]) {
    this.#properties = properties
  }

  /** The owners of all values that these sets of custom values claim: one look-up for each unique property. */
  static async of(records: Records, properties: readonly Property[], claimed: readonly Row[]): Promise<Claims> {
    const claims = new Claims(properties.filter(({ unique }) => unique))
    for (const property of claims.#properties) {
      const keys = claimed.map((custom) => uniqueKey(property, custom[property.name])).filter((each) => each !== null)
      if (keys.length === 0) continue
      const query = records.whole.from(PropertyValue).select(['claimed', 'record_id']).where('property_id', '=', property.id)
      const rows = await query.where(records.whole.anyOf(PropertyValue, 'claimed', keys)).execute()
      for (const row of rows) claims.#owners.set(`${property.id} ${row.claimed}`, row.record_id)
    }
    return claims
  }

  /** Claims the values for a record; answers the properties of which another record has the value. */
  claim(custom: Row, id: string): { readonly property: Property; readonly owner: string }[] {
    return this.#properties.flatMap((property) => {
      const key = uniqueKey(property, custom[property.name])
      if (key === null) return []
      const owner = this.#owners.get(`${property.id} ${key}`) ?? id
      this.#owners.set(`${property.id} ${key}`, owner)
      return owner === id ? [] : [{ property, owner }]
    })
  }
}

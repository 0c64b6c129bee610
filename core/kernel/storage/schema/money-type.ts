import { type EntityProperty, type Platform, Type } from '@mikro-orm/core'
import { Decimal } from 'decimal.js'

/** Exact money: numeric(19,4) on PostgreSQL, an integer of 1/10,000 on SQLite; a JSON number in memory. */
export class MoneyType extends Type<number | null, string | number | null> {
  // MikroORM tells types from entities by the names of their classes, which minifiers of apps shorten.
  static override readonly name = 'MoneyType'

  override convertToDatabaseValue(value: number | null, platform: Platform): string | number | null {
    if (value === null || value === undefined) return null
    const exact = new Decimal(value)
    return isPostgreSql(platform) ? exact.toFixed(4) : exact.times(10_000).round().toNumber()
  }

  override convertToJSValue(value: string | number | null, platform: Platform): number | null {
    if (value === null || value === undefined) return null
    return isPostgreSql(platform) ? Number(value) : Number(value) / 10_000
  }

  override getColumnType(_property: EntityProperty, platform: Platform): string {
    return isPostgreSql(platform) ? 'numeric(19,4)' : 'integer'
  }

  override compareAsType(): string {
    return 'number'
  }
}

/** SQLite has no schemas; asking for that keeps both drivers out of the core. */
export function isPostgreSql(platform: Platform): boolean {
  return platform.getDefaultSchemaName() !== undefined
}

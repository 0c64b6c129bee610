declare module 'saxen' {
  type Decode = (text: string) => string
  type Attributes = () => Record<string, string>

  /** A parser of XML that is given its text in pieces. */
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: Attributes, decode: Decode) => void): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: Decode) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    write(text: string): this
    end(): void
  }
}

/** What a log line says besides its message; never a secret. */
export type LogFields = Readonly<Record<string, unknown>>

/** Port: structured logs. The default keeps silent, as a library should; the host passes one that writes. */
export class Logger {
  debug(_message: string, _fields?: LogFields): void {}
  info(_message: string, _fields?: LogFields): void {}
  warn(_message: string, _fields?: LogFields): void {}
  error(_message: string, _fields?: LogFields): void {}
}

/** What a log line says besides its message; never a secret. */
export type LogFields = Readonly<Record<string, unknown>>

/** Port: structured logs. The default keeps silent, as a library should; the host passes one that writes. */
export class Logger {
  /** What only helps to find a fault. */
  debug(_message: string, _fields?: LogFields): void {}
  /** What happens and is as it should be. */
  info(_message: string, _fields?: LogFields): void {}
  /** What somebody should look at. */
  warn(_message: string, _fields?: LogFields): void {}
  /** What has failed. */
  error(_message: string, _fields?: LogFields): void {}
}

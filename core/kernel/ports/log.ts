import { type LogFields, Logger } from './logger.ts'

/** How much a line matters, from the least. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof logLevels)[number]

/** A logger with the methods of pino: `log.info({ run }, 'A message')`; Bunyan's, Fastify's and many another have them, too. */
export type Log = Readonly<Record<Level, (fields: Readonly<Record<string, unknown>>, message: string) => unknown>>

type Write = (level: Level, message: string, fields: LogFields | undefined) => unknown

/** A logger that fails nothing: where it throws, its line is lost, and what the line tells of has happened all the same. */
export class SafeLogger extends Logger {
  readonly #write: Write

  private constructor(write: Write) {
    super()
    this.#write = write
  }

  /** Writes to a logger of the app: an error stands under `err`, where such loggers look for it and show its stack. */
  static to(log: Log): SafeLogger {
    return new SafeLogger((level, message, { error, ...fields } = {}) =>
      log[level](error === undefined ? fields : { ...fields, err: error }, message),
    )
  }

  /** Writes to a port. */
  static around(logger: Logger): SafeLogger {
    return new SafeLogger((level, message, fields) => logger[level](message, fields))
  }

  override debug(message: string, fields?: LogFields): void {
    this.#try('debug', message, fields)
  }

  override info(message: string, fields?: LogFields): void {
    this.#try('info', message, fields)
  }

  override warn(message: string, fields?: LogFields): void {
    this.#try('warn', message, fields)
  }

  override error(message: string, fields?: LogFields): void {
    this.#try('error', message, fields)
  }

  #try(level: Level, message: string, fields: LogFields | undefined): void {
    try {
      const written = this.#write(level, message, fields)
      // A rejection that nobody handles would end the process.
      if (written instanceof Promise) written.catch(() => undefined)
    } catch {
      // There is nowhere left to say it.
    }
  }
}

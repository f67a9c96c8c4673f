import { PinoPretty } from 'pino-pretty'

/** A stream that writes each line of the log as people read it; colours where the terminal has them. */
export const readable = (destination: number | NodeJS.WritableStream = 2, colorize?: boolean) =>
  PinoPretty({
    destination,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    ...(colorize === undefined ? {} : { colorize }),
  })

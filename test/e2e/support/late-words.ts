import { existsSync } from 'node:fs'
import './still-clock.ts'

// Loaded before server-everything, which says something by itself a third of a second after it has begun. Here it waits
// until a file beside the program is made, so that it comes after the same words of the host on every machine.

const late = 350
const mark = process.argv[1]?.replace(/script$/, 'speaks') ?? ''
const later = setTimeout

const hold = (run: () => void): unknown => later(() => (existsSync(mark) ? run() : hold(run)), 20).unref()

globalThis.setTimeout = new Proxy(later, {
  apply: (target, self, [run, delay, ...rest]: [() => void, number?, ...unknown[]]) =>
    Reflect.apply(target, self, [delay === late ? () => hold(run) : run, delay, ...rest]) as unknown,
})

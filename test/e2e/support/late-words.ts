import { existsSync } from 'node:fs'
import './still-clock.ts'

// Loaded before server-everything, which logs on its own a third of a second after its start. Here it waits until a
// file next to the program exists, so the order is the same on every machine.

const late = 350
const mark = process.argv[1]?.replace(/script$/, 'speaks') ?? ''
const later = setTimeout

const hold = (run: () => void): unknown => later(() => (existsSync(mark) ? run() : hold(run)), 20).unref()

globalThis.setTimeout = new Proxy(later, {
  apply: (target, self, [run, delay, ...rest]: [() => void, number?, ...unknown[]]) =>
    Reflect.apply(target, self, [delay === late ? () => hold(run) : run, delay, ...rest]) as unknown,
})

import { existsSync } from 'node:fs'
import './still-clock.ts'

// Loaded before server-everything, so the order of its messages is the same on every machine. By itself it logs a third
// of a second after its start; here it waits until a file next to the program exists. And it reports its lists as
// changed before they are requested, or just after: here always after, in one piece with the first answer.

const late = 350
const mark = process.argv[1]?.replace(/script$/, 'speaks') ?? ''
const later = setTimeout

const hold = (run: () => void): unknown => later(() => (existsSync(mark) ? run() : hold(run)), 20).unref()

globalThis.setTimeout = new Proxy(later, {
  apply: (target, self, [run, delay, ...rest]: [() => void, number?, ...unknown[]]) =>
    Reflect.apply(target, self, [delay === late ? () => hold(run) : run, delay, ...rest]) as unknown,
})

const { stdout } = process
const write = stdout.write.bind(stdout)
let held: string | undefined = ''

stdout.write = (text: string | Uint8Array): boolean => {
  if (held === undefined || typeof text !== 'string') return write(text)
  if (text.includes('"notifications/tools/list_changed"')) {
    held += text
    return true
  }
  if (!text.includes('"result":{"tools":')) return write(text)
  const all = held + text
  held = undefined
  return write(all)
}

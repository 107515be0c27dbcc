import { moment } from './moment.ts'

// Loaded before a program that appears in pictures: its clock stands still.

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [moment] : parts, made),
  get: (target, name) => (name === 'now' ? () => moment : Reflect.get(target, name)),
})
// In long steps, of which a picture sees the first: longer waits still end.
const step = 600_000
const measured = performance.now.bind(performance)
performance.now = () => Math.floor(measured() / step) * step

import { PassThrough } from 'node:stream'
import { Console } from '../../../main/shells/headless/console.ts'

/** A user's reaction to these words: types this line, or something derived from them. */
export type Doing = [prompt: string | RegExp, line: string | ((read: string) => void)]

/** A terminal with a user who does these things, each once and in order. */
export function terminal(answers: Doing[], isTTY = true) {
  const stream = () => Object.assign(new PassThrough(), { isTTY })
  const streams = { stdin: stream(), stdout: stream(), stderr: stream() }
  const printed = { stdout: '', stderr: '' }
  const left = [...answers]
  let seen = 0
  streams.stdout.on('data', (chunk) => (printed.stdout += String(chunk)))
  streams.stderr.on('data', (chunk) => {
    printed.stderr += String(chunk)
    const [next] = left
    if (!next) return
    const [prompt, line] = next
    const fresh = printed.stderr.slice(seen)
    if (!(typeof prompt === 'string' ? fresh.includes(prompt) : prompt.test(fresh))) return
    left.shift()
    seen = printed.stderr.length
    if (typeof line === 'string') streams.stdin.write(`${line}\n`)
    else line(fresh)
  })
  return { console: new Console(streams, 0), streams, printed, left }
}

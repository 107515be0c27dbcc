// Starts processes that try to outlive it, all deaf to SIGTERM and with its stdout pipe open. Each has a name in its
// arguments: <MARK>-child stays in the group, <MARK>-session leads a new session, <MARK>-daemon has its own and no
// parent, <MARK>-bare has one, no parent and no environment. The server itself (<MARK>-server) ignores SIGTERM and the
// end of its input.
import { spawn } from 'node:child_process'
import { env, serve } from '../lib.mjs'

const mark = env('MARK', 'orphan')
const body = `for (const it of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(it, () => {}); setTimeout(() => {}, 60000)`
const stdio = ['ignore', 'inherit', 'inherit']
const start = (name, options) => spawn(process.execPath, ['-e', body, `${mark}-${name}`], { stdio, ...options })

const daemon = (name, variables) => {
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(body)}, '${mark}-${name}'],
    { stdio: ${JSON.stringify(stdio)}, detached: true, env: ${variables} }).unref()`
  spawn(process.execPath, ['-e', script], { stdio, detached: true })
}

start('child')
start('session', { detached: true }).unref()
daemon('daemon', 'process.env')
daemon('bare', '{}')
for (const it of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(it, () => {})
setInterval(() => {}, 1000)
serve({ name: 'orphans', exitOnEof: false })

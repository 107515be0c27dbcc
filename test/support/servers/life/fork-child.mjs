// Starts a child that ignores SIGTERM and keeps the stdout pipe open; its only tool returns the child's PID.
import { spawn } from 'node:child_process'
import { anything, serve, text } from '../lib.mjs'

const body = `process.on('SIGTERM', () => {}); setTimeout(() => process.exit(), 30000)`
const child = spawn(process.execPath, ['-e', body], { stdio: ['ignore', 'inherit', 'inherit'] })
serve({
  name: 'fork-child',
  tools: ['pid', 'leave'].map((name) => ({ name, inputSchema: anything })),
  call: (name) => (name === 'leave' ? process.exit(9) : text(String(child.pid))),
})

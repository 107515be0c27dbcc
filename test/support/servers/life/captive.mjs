// Tries anything with the rights of a server: the tool `attempt` runs `code` as an async function's body.
import childProcess from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { anything, serve, text } from '../lib.mjs'

const AsyncFunction = (async () => undefined).constructor
const names = { fs, net, os, path, childProcess }

/** The code of the system's refusal, or what a command said. */
const refusal = (error) => error.code ?? error.message

/** Resolves with 'connected', or with the code of the refusal. */
const connect = (options) =>
  new Promise((resolve) => {
    const socket = net.connect(options)
    socket.setTimeout(3000, () => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })))
    socket.once('connect', () => {
      socket.destroy()
      resolve('connected')
    })
    socket.once('error', (error) => resolve(refusal(error)))
  })

/** The program's exit code and its words. */
const sh = (script) => {
  const { status, stdout, stderr } = childProcess.spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
  return { status, said: (stdout + stderr).trim() }
}

const attempt = async (code, given) => {
  const tools = { ...names, connect, sh, given }
  try {
    const value = await new AsyncFunction(...Object.keys(tools), code)(...Object.values(tools))
    return { value: value ?? null }
  } catch (error) {
    return { refused: refusal(error) }
  }
}

serve({
  name: 'captive',
  tools: [{ name: 'attempt', inputSchema: anything }],
  call: async (_name, { code, given }) => text(JSON.stringify(await attempt(code, given))),
})

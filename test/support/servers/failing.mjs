#!/usr/bin/env node
// Programs that fail to be a server, each really and in its own way: `node failing.mjs <reason> [argument]`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { spawn } from 'node:child_process'
import process from 'node:process'

/** Stays, and says by a file that it has done what it does. */
const stay = (file) => {
  if (file) writeFileSync(file, '')
  process.stdin.resume().on('end', () => process.exit(0))
}
const end = (text, code = 1) => {
  process.stderr.write(text)
  process.exitCode = code
}

const programs = {
  'setting-missing': () => {
    if (!process.env.EXAMPLE_KEY) throw new Error('EXAMPLE_KEY environment variable is required')
  },
  usage: () => end('Usage: example-mcp <folder>\n'),
  'helper-missing': () => void spawn(['helper', 'of-the-server'].join('-'), []),
  'port-in-use': (port) => void createServer().listen(Number(port), '127.0.0.1'),
  'nothing-listening': (port) => void connect({ host: '127.0.0.1', port: Number(port) }),
  'working-folder': () => mkdirSync('/proc/.checkpoints'),
  'access-denied': (file) => void readFileSync(file),
  'certificate-not-trusted': async (address) => void (await fetch(address)),
  'out-of-memory': () => {
    const kept = []
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index })))
  },
  'killed-at-once': () => process.kill(process.pid, 'SIGKILL'),
  'settings-unreadable': () => void JSON.parse('{"a":1,}'),
  'dependency-missing': async () => void (await import(['a', 'package-that-is-not-installed'].join('-'))),
  'only-noise': (file) => {
    process.stdout.write('Example server 1.0 started\n', () => stay(file))
  },
  'speaks-http': (file, host = '127.0.0.1') => {
    const web = createServer((_request, response) => response.end())
    web.listen(0, host, () =>
      process.stderr.write(`Server listening on port ${web.address().port}\n`, () => stay(file)),
    )
  },
  'still-downloading': (file) => {
    process.stderr.write('Downloading example-mcp\n', () => stay(file))
  },
  silent: (file) => stay(file),
  crashed: () => end('boom\n'),
  'sign-in-needed': () => end('Request failed with status code 401: Bad credentials\n'),
  'protocol-version': () => {
    process.stdin.on('data', (data) => {
      for (const { id } of data.toString().trim().split('\n').map(JSON.parse)) {
        const result = {
          protocolVersion: '2020-01-01',
          capabilities: {},
          serverInfo: { name: 'example-mcp', version: '1.0.0' },
        }
        if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
      }
    })
  },
  'other-app-needed': () => end('Could not connect to Blender. Make sure the addon is running.\n'),
}

await programs[process.argv[2]]?.(...process.argv.slice(3))

// Fetches in silence until the file RELEASE is there, then runs the server PACKAGE below it as npx does.
// DIES=1 fails instead, as without a network.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { env } from '../lib.mjs'

const fetching = setInterval(() => {
  if (!existsSync(env('RELEASE'))) return
  clearInterval(fetching)
  if (env('DIES') === '1') {
    process.stderr.write('npm error code ENOTFOUND\nnpm error network request failed\n')
    process.exit(1)
  }
  const server = spawn(process.execPath, [env('PACKAGE')], { stdio: 'inherit' })
  server.once('exit', (code) => process.exit(code ?? 1))
}, 20)

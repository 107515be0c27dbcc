// Reports what the host let through: environment, arguments, folder, open files, process group.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { anything, serve, text } from '../lib.mjs'

const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`)
      return Number(fd) > 2 && /^\/(?!proc|dev)|^socket/.test(target) ? [target] : []
    } catch {
      return []
    }
  })

serve({
  name: 'env-probe',
  tools: [{ name: 'probe', inputSchema: anything }],
  call: () => {
    const group = readFileSync('/proc/self/stat', 'utf8').split(' ')[4]
    const seen = {
      env: process.env,
      cwd: process.cwd(),
      args: process.argv.slice(2),
      openFiles: openFiles(),
      group,
    }
    return text('see the structure', { structuredContent: seen })
  },
})

import { chmodSync, existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { doctorWords as words } from '../../../../main/host/mcp/doctor/words.ts'
import { failureOf } from '../../../../shared/state/server-state.ts'
import { Captivity, isHeld, levels } from './captivity.ts'
import { node } from '../../../support/fleet.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

let captivity: Captivity
beforeEach(() => {
  captivity = new Captivity()
})
afterEach(() => captivity.close())

/** A program that fails because something is missing. */
const failing = (code: string) => node(['-e', code])

const remedies = () => {
  const state = captivity.fleet.journal.state.servers['it']
  return (state && failureOf(state)?.finding)?.remedies
}

const reasonOf = async (code: string, contained: object): Promise<string> => {
  await captivity.fleet.add({ it: { ...failing(code), ...contained } })
  return captivity.fleet.reason()
}

describe('a contained server that fails', () => {
  test('[CNT-23] [DOC-5] says which folder it wanted to change, and offers to add it', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const file = path.join(captivity.home, 'notes', 'new.txt')
    const reason = await reasonOf(`fs.writeFileSync(${JSON.stringify(file)}, '')`, { containment: 'limited' })
    expect(reason.toLowerCase()).toContain(words.containedPath(file).toLowerCase())
    expect(reason).toContain(words.giveFolder)
    expect(remedies()).toEqual([{ kind: 'contain', list: 'writable', value: path.dirname(file) }])
  })

  test('[CNT-23] [DOC-5] says which file it wanted to read, and offers to add its folder', async () => {
    if (!(await isHeld(captivity, 'sealed'))) return
    const file = path.join(captivity.home, 'notes', 'list.txt')
    const reason = await reasonOf(`fs.readFileSync(${JSON.stringify(file)})`, { containment: 'sealed' })
    expect(reason.toLowerCase()).toContain(words.containedPath(file).toLowerCase())
    expect(remedies()).toEqual([{ kind: 'contain', list: 'readable', value: path.dirname(file) }])
  })

  test.each(
    lastIfQuick([
      (file: string) => `Cannot access directory ${file}, skipping`,
      (file: string) => `no readable root: "${file}"`,
      (file: string) => `Configured folder ${file}. Nothing else works`,
    ]),
  )('[DOC-8] suspects the containment of a folder that exists outside the view, in any words %#', async (says) => {
    if (!(await isHeld(captivity, 'sealed'))) return
    const folder = path.join(captivity.home, 'notes')
    const code = `console.error(${JSON.stringify(says(folder))}); process.exit(1)`
    const reason = await reasonOf(code, { containment: 'sealed' })
    expect(reason.toLowerCase()).toContain(words.containedPath(folder).toLowerCase())
    expect(remedies()).toEqual([{ kind: 'contain', list: 'readable', value: folder }])
  })

  test.each(
    lastIfQuick([
      ['index.mjs', `import 'left-pad/lib.js'`],
      ['index.cjs', `require('left-pad')`],
    ] as const),
  )('[DOC-8] offers the folder of packages that %s looks for', async (name, code) => {
    if (!(await isHeld(captivity, 'sealed'))) return
    captivity.write('work/node_modules/left-pad/lib.js', '')
    captivity.write('work/node_modules/left-pad/index.js', '')
    const program = captivity.write(`work/server/${name}`, code)
    const packages = path.join(captivity.home, 'work/node_modules')
    await captivity.fleet.add({
      it: { ...node([program]), containment: 'sealed', readable: [path.dirname(program)] },
    })
    expect(captivity.fleet.reason().toLowerCase()).toContain(words.containedPath(packages).toLowerCase())
    expect(remedies()).toEqual([{ kind: 'contain', list: 'readable', value: packages }])
  })

  test('[DOC-8] doesn’t suspect the containment of a path that the program sees', async () => {
    if (!(await isHeld(captivity, 'sealed'))) return
    const reason = await reasonOf(`console.error('no settings in /usr/share'); process.exit(1)`, {
      containment: 'sealed',
    })
    expect(reason).toContain('no settings in /usr/share')
    expect(reason).not.toContain(words.giveFolder)
  })

  test.each(lastIfQuick(['given-to-all.txt', '.ssh/id_rsa']))(
    '[DOC-5] isn’t offered the folder of %s',
    async (name) => {
      if (!(await isHeld(captivity, 'sealed'))) return
      const file = captivity.write(name, 'x')
      const reason = await reasonOf(`fs.readFileSync(${JSON.stringify(file)})`, { containment: 'sealed' })
      expect(reason.toLowerCase()).toContain(words.containedPath(file).toLowerCase())
      expect(remedies()).toEqual([])
    },
  )

  test.each(['limited', 'sealed'] as const)(
    '[CNT-31] isn’t run outside its containment to find out why (%s)',
    async (level) => {
      if (!(await isHeld(captivity, level))) return
      const marker = path.join(captivity.home, 'marker')
      const program = captivity.write('tools/node', `#!/bin/sh\n: > ${marker}\necho v1.0.0; exit 1\n`)
      chmodSync(program, 0o755)
      await captivity.fleet.add({ it: node([], { command: program, containment: level }) })
      expect(captivity.fleet.reason()).toMatch(level === 'limited' ? marker : 'v1.0.0')
      expect(existsSync(marker)).toBe(false)
    },
  )

  test('[CNT-23] isn’t said to want a file that doesn’t exist at all', async () => {
    if (!(await isHeld(captivity, 'sealed'))) return
    const reason = await reasonOf(`fs.readFileSync('/usr/nothing/here.txt')`, { containment: 'sealed' })
    expect(reason).not.toContain(words.giveFolder)
  })

  test('[CNT-23] [DOC-5] says which host it wanted to reach, and offers to add it', async () => {
    if (!(await isHeld(captivity, 'sealed'))) return
    if (levels.hosts !== 'holds') return expect(levels.hosts).toBe('perl')
    const code = `fetch('http://wanted.example/').then((it) => { throw new Error('status ' + it.status) })`
    const reason = await reasonOf(code, { containment: 'sealed', hosts: ['named.example'] })
    expect(reason.toLowerCase()).toContain(words.containedHost('wanted.example'))
    expect(reason).toContain(words.giveHost)
    expect(remedies()).toEqual([{ kind: 'contain', list: 'hosts', value: 'wanted.example' }])
  })
})

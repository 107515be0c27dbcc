import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { beforeEach, describe, expect, test } from 'vitest'
import { ServerSkills } from '../../../../main/host/mcp/skills/skills.ts'
import { skillWords } from '../../../../main/host/mcp/skills/words.ts'
import type { PlainMethod } from '../../../../main/host/mcp/protocol/types.ts'
import type { RequestOutcome } from '../../../../main/host/mcp/requests/ask.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'

const headOf = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Fills in forms\n${more}---\n\nBody.\n`
const uri = 'skill://pdf/SKILL.md'
const form = 'skill://pdf/references/FORMS.md'
const files = { 'SKILL.md': headOf('pdf'), 'references/FORMS.md': 'Forms.' }

/** A server whose entries and files a test can change apart from each other. */
class Peer {
  entries: JsonObject[] = []
  served: Record<string, string> = {}
  /** The entries in a method's answers, in place of `entries`. */
  entriesOf: Partial<Record<PlainMethod, JsonObject[]>> = {}
  /** Its answers wait for this. */
  before: (method: PlainMethod) => Promise<void> = () => Promise.resolve()
  isDeclared = true
  readonly id = 'far'
  readonly configuration = 'c'
  readonly asked: string[] = []
  readonly skills = new ServerSkills(this)

  static async with(name: string, content: Record<string, string>): Promise<Peer> {
    const peer = new Peer()
    await peer.publish(name, content)
    return peer
  }

  async publish(name: string, content: Record<string, string>): Promise<void> {
    const entry = JSON.parse(JSON.stringify(await skillEntry(name, content))) as JsonObject
    this.entries = [...this.entries.filter((it) => it['uri'] !== entry['uri']), entry]
    for (const [path, text] of Object.entries(content)) this.served[`skill://${name}/${path}`] = text
  }

  get running() {
    return { connection: { offers: () => this.isDeclared } }
  }

  async ask(method: PlainMethod, params: JsonObject): Promise<RequestOutcome> {
    const { uri: wanted } = params
    this.asked.push(typeof wanted === 'string' ? `${method} ${wanted}` : method)
    await this.before(method)
    return {
      status: 'answered',
      value: { result: this.#result(method, typeof wanted === 'string' ? wanted : '') },
    }
  }

  #result(method: PlainMethod, wanted: string): JsonObject {
    const entries = this.entriesOf[method] ?? this.entries
    if (method === 'skills/list') return { skills: entries }
    if (method === 'skills/get') return { skill: entries.find((it) => it['uri'] === wanted) ?? null }
    return { contents: [{ uri: wanted, mimeType: 'text/markdown', text: this.served[wanted] ?? '' }] }
  }
}

const name = 'Far'
let peer: Peer
beforeEach(async () => (peer = await Peer.with('pdf', files)))

const listed = async () => {
  const found = await peer.skills.list({ name })
  if ('problem' in found) throw new Error(found.problem)
  return found
}
const setOf = async (): Promise<string | undefined> => (await listed()).skills[0]?.set
const problemOf = async (reading: Promise<object>): Promise<unknown> =>
  Object.entries(await reading).find(([key]) => key === 'problem')?.[1]

describe('a server’s skills', () => {
  test('[SKX-5] are listed without a read of any file', async () => {
    expect(await listed()).toMatchObject({
      isOffered: true,
      skills: [{ uri, name: 'pdf', description: 'Fills in forms', files: [{ uri }, { uri: form }] }],
      refused: [],
    })
    expect(peer.asked).toEqual(['skills/list'])
  })

  test('[SKX-1] are asked for only if they are declared, and load by URI if they aren’t listed', async () => {
    expect(await peer.skills.read(uri, uri, { name })).toMatchObject({ content: { text: files['SKILL.md'] } })
    expect(peer.asked).toEqual([`skills/get ${uri}`, `resources/read ${uri}`])
    peer = await Peer.with('pdf', files)
    peer.isDeclared = false
    expect(await listed()).toEqual({ isOffered: false, skills: [], refused: [] })
    expect(await problemOf(peer.skills.read(uri, uri, { name }))).toBe(skillWords.none(name))
    expect(peer.asked).toEqual([])
  })

  const digest = `sha256:${'0'.repeat(64)}`
  const many = Array.from({ length: 513 }, (_, n) => ({ uri: `skill://pdf/${n}.md`, digest, size: 1 }))
  const { entry } = skillWords
  test.each<[string, (sound: JsonObject) => JsonObject, string]>([
    ['dynamic files', (sound) => ({ ...sound, resources: 'dynamic' }), entry.dynamic],
    ['no files', ({ resources: _, ...sound }) => sound, entry.malformed],
    ['another name than its URI', (sound) => ({ ...sound, frontmatter: { name: 'xls', description: '' } }), entry.name],
    ['513 files', (sound) => ({ ...sound, resources: many }), entry.tooMany(512)],
    ['17 MiB', (sound) => ({ ...sound, resources: [{ uri, digest, size: 17 * 1024 ** 2 }] }), entry.tooLarge(16)],
    [
      'a file elsewhere',
      (sound) => ({
        ...sound,
        resources: [
          { uri, digest, size: 1 },
          { uri: 'skill://other/a', digest, size: 1 },
        ],
      }),
      entry.outside,
    ],
    [
      'a file that climbs out',
      (sound) => ({
        ...sound,
        resources: [
          { uri, digest, size: 1 },
          { uri: 'skill://pdf/a%2f..%2fb', digest, size: 1 },
        ],
      }),
      entry.outside,
    ],
    [
      'a file twice',
      (sound) => ({
        ...sound,
        resources: [
          { uri, digest, size: 1 },
          { uri, digest, size: 1 },
        ],
      }),
      entry.twice,
    ],
    ['no SKILL.md', (sound) => ({ ...sound, resources: [{ uri: form, digest, size: 1 }] }), entry.noHead],
    [
      'a digest of another kind',
      (sound) => ({ ...sound, resources: [{ uri, digest: 'md5:0', size: 1 }] }),
      entry.malformed,
    ],
  ])('[SKX-4] lose only the one with %s, with a reason', async (_what, edit, problem) => {
    await peer.publish('sound', { 'SKILL.md': headOf('sound') })
    peer.entries = peer.entries.map((it) => (it['uri'] === uri ? edit(it) : it))
    const { skills, refused } = await listed()
    expect(skills.map((it) => it.name)).toEqual(['sound'])
    expect(refused).toEqual([{ uri, problem }])
  })

  test('[SKX-8] can have 512 files and 16 MiB, and are refused with the reason above either', async () => {
    const mebibytes = 1024 ** 2
    const atLimits = [{ uri, digest, size: 16 * mebibytes - 511 }, ...many.slice(0, 511)]
    const [sound = {}] = peer.entries
    for (const [resources, problem] of [
      [atLimits, undefined],
      [[...atLimits, { uri: form, digest, size: 0 }], entry.tooMany(512)],
      [[{ uri, digest, size: 16 * mebibytes + 1 }], entry.tooLarge(16)],
    ] as const) {
      peer.entries = [{ ...sound, resources: [...resources] }]
      const { skills, refused } = await listed()
      expect([skills.length, refused]).toEqual(problem === undefined ? [1, []] : [0, [{ uri, problem }]])
    }
  })

  test('[SKX-3] are all listed by their URIs, also if two have one name', async () => {
    const twin = 'skill://other/pdf/SKILL.md'
    peer.entries.push({ ...peer.entries[0], uri: twin, resources: [{ uri: twin, digest, size: 1 }] })
    expect((await listed()).skills.map((skill) => [skill.name, skill.uri])).toEqual([
      ['pdf', uri],
      ['pdf', twin],
    ])
  })

  test('[SKX-4] lose both of two entries for one skill', async () => {
    peer.entries.push({ ...peer.entries[0] })
    expect(await listed()).toMatchObject({ skills: [], refused: [{ uri }, { uri }] })
  })
})

describe('a skill’s file', () => {
  test.each<[string, string, string, string]>([
    ['other bytes', uri, headOf('pdf').replace('Body', 'Evil'), skillWords.digest(uri)],
    ['another size', uri, `${headOf('pdf')}more`, skillWords.size(uri)],
    ['other bytes in a reference', form, 'Farms.', skillWords.digest(form)],
  ])('[SKX-6] isn’t used with %s', async (_what, file, text, problem) => {
    await listed()
    peer.served[file] = text
    expect(await problemOf(peer.skills.read(uri, file, { name }))).toBe(problem)
  })

  test('[SKX-6] isn’t read if the entry doesn’t list it', async () => {
    const other = 'skill://pdf/scripts/run.sh'
    peer.served[other] = 'rm'
    expect(await problemOf(peer.skills.read(uri, other, { name }))).toBe(skillWords.unlisted(other))
    expect(peer.asked).toEqual([`skills/get ${uri}`])
  })

  test.each([
    ['another value', { description: 'Something else' }],
    ['a missing field', { license: 'MIT' }],
    ['another value in a field', { metadata: { version: '2.0' } }],
    ['another type in a field', { metadata: { version: 1 } }],
    ['a field that the entry hides', { 'allowed-tools': undefined }],
  ])('[SKX-6] [SKX-7] isn’t used if its head has %s', async (_what, edited) => {
    await peer.publish('pdf', {
      'SKILL.md': headOf('pdf', 'metadata:\n  version: "1.0"\nallowed-tools: Read\n'),
    })
    const [published] = peer.entries
    expect(await peer.skills.read(uri, uri, { name })).toMatchObject({ skill: { uri } })
    const frontmatter = JSON.parse(JSON.stringify({ ...(published?.['frontmatter'] as JsonObject), ...edited }))
    peer.entries = [{ ...published, frontmatter }]
    expect(await peer.skills.refreshed(uri, { name })).toMatchObject({ uri })
    expect(await problemOf(peer.skills.read(uri, uri, { name }))).toBe(skillWords.head(uri))
  })

  test('[SKX-6] [SKX-7] can have a head with lists, numbers and Windows line ends', async () => {
    const text = headOf('pdf', 'metadata:\n  version: "1.0"\nallowed-tools: Read Write\n').replaceAll('\n', '\r\n')
    await peer.publish('pdf', { 'SKILL.md': text })
    expect(await peer.skills.read(uri, uri, { name })).toMatchObject({ content: { text } })
  })

  test('[SKX-14] is read and verified again at each use, because no copy is kept', async () => {
    const set = await setOf()
    const use = () => peer.skills.readApproved(uri, form, set, { name })
    expect(await use()).toMatchObject({ content: { text: 'Forms.' } })
    expect(await use()).toMatchObject({ content: { text: 'Forms.' } })
    expect(peer.asked.filter((it) => it === `resources/read ${form}`)).toHaveLength(2)
    peer.served[form] = 'Farms.'
    expect(await problemOf(use())).toBe(skillWords.digest(form))
  })

  test('[SKX-16] is verified against the approved set, whatever the server lists at the same time', async () => {
    const set = await setOf()
    const sound = peer.entries
    const release = Promise.withResolvers<void>()
    peer.before = (method) => (method === 'resources/read' ? Promise.resolve() : release.promise)
    const loading = peer.skills.readApproved(uri, uri, set, { name })
    peer.entriesOf['skills/get'] = sound
    await peer.publish('pdf', { ...files, 'SKILL.md': headOf('pdf').replace('Body', 'Evil') })
    const listing = peer.skills.list({ name })
    // Both responses come at once, and the list's entry is another one.
    release.resolve()
    await listing
    expect(await problemOf(loading)).toBe(skillWords.digest(uri))
    peer.entriesOf = {}
    expect(await problemOf(peer.skills.readApproved(uri, form, set, { name }))).toBe(skillWords.changed(name, 'pdf'))
  })

  test('[SKX-9] isn’t used after the approved set changed, even if the server keeps its digests', async () => {
    const set = await setOf()
    expect(await peer.skills.readApproved(uri, uri, set, { name })).toMatchObject({
      content: { text: files['SKILL.md'] },
    })
    expect(await problemOf(peer.skills.readApproved(uri, uri, undefined, { name }))).toBe(
      skillWords.notApproved(name, uri),
    )
    await peer.publish('pdf', { ...files, 'references/FORMS.md': 'Other forms.' })
    expect(await problemOf(peer.skills.readApproved(uri, form, set, { name }))).toBe(skillWords.changed(name, 'pdf'))
    // The held entry is the new one from now on, and isn't the approved one.
    expect(await problemOf(peer.skills.readApproved(uri, uri, set, { name }))).toBe(skillWords.changed(name, 'pdf'))
    await peer.publish('pdf', files)
    expect(await peer.skills.readApproved(uri, form, set, { name })).toMatchObject({ content: { text: 'Forms.' } })
  })
})

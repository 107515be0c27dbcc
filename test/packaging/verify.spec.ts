import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { selfCheckWords } from '../../main/shells/electron/self-check/words.ts'
import { copyApp, type Mutation } from '../e2e/support/app-copy.ts'
import { expect, test } from '../e2e/support/app.ts'
import { changeRecord } from '../e2e/support/damage.ts'
import { root } from './packages.ts'
import { openProgram, programInDouble, type Program } from './verify/programs.ts'
import { passes, type Row } from './verify/verdict.ts'
import { scenario, verify } from './verify/verify.ts'

/** A user's home folder. The data folder of a check is in it, never in a temporary place. */
let home = ''

test.beforeAll(() => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  home = mkdtempSync(path.join(root, '.cache/home-'))
})
test.afterAll(() => rmSync(home, { recursive: true, force: true }))

const report = (): string => path.join(home, 'report')
const read = (name: string): string => readFileSync(path.join(report(), name), 'utf8')

/** The built app with these changes, as if it was packed. */
async function verifyCopy(
  mutations: Mutation[],
  options: { around?: (program: Program) => Program; limitSeconds?: number; script?: typeof scenario } = {},
): Promise<Row[]> {
  const { around = (program) => program, ...rest } = options
  const { directory, remove } = copyApp(mutations)
  try {
    return await verify({ program: around(programInDouble(directory)), report: report(), home, ...rest })
  } finally {
    remove()
  }
}

const main = (text: string, becomes: string): Mutation => ({ folder: 'main', text, becomes })
/** Fewer seconds for a step that never ends. */
const impatient = main('var patience = 60;', 'var patience = 15;')

test('[PKG-30] has a conversation in a packed Atrium and reports every step @all', async () => {
  const program = await openProgram('double:', root)
  const rows = await verify({ program, report: report(), home }).finally(program.remove)
  expect(rows.map(({ step, outcome }) => `${step}: ${outcome}`)).toEqual([
    'start: fine',
    'window: fine',
    'page: fine',
    // Node has no fuses, and the check of the installation says so.
    'installation: notice',
    'message: fine',
    'question: fine',
    'question-picture: fine',
    'answer: fine',
    'reply: fine',
    'reply-picture: fine',
    'quit: fine',
    'log: fine',
  ])
  const written = ['facts.json', 'installation.txt', 'log.txt', 'question.png', 'records.jsonl', 'reply.png']
  expect(readdirSync(report()).toSorted()).toEqual([...written, 'report.json', 'report.txt'].toSorted())
  for (const picture of ['question.png', 'reply.png']) {
    const bytes = readFileSync(path.join(report(), picture))
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(300)
  }
  expect(JSON.parse(read('report.json'))).toMatchObject({ passes: true, package: 'double:', rows })
  expect(read('report.txt')).toMatch(/^System: \w+ \S+ \w+\nDisplay: .+\nAtrium: atrium \d+\.\d+\.\d+, electron \d/m)
  expect(read('log.txt')).toContain('The log is intact')
  expect(read('records.jsonl')).toMatch(/"type":"ask\.opened"[^]*"type":"ask\.closed"/)
  for (const file of ['records.jsonl', 'report.json', 'report.txt', 'log.txt', 'installation.txt'])
    expect(read(file)).not.toContain(home)
  // Nothing but the report stays.
  expect(readdirSync(home)).toEqual(['report'])
})

test('[PKG-31] says that a package which fails at its start ended, with its last words @all', async () => {
  const rows = await verifyCopy([main('app.enableSandbox();', 'throw new Error("seeded");')])
  expect(rows).toEqual([
    expect.objectContaining({
      step: 'start',
      outcome: 'problem',
      sentence: expect.stringMatching(
        /^Atrium ended with code 1\. Its last words were: “.*seeded.*”\. Start it by hand/,
      ),
    }),
  ])
})

test('[PKG-31] ends a package that never reports, and says so @all', async () => {
  const rows = await verifyCopy([main('await app.whenReady();', 'await new Promise(() => undefined);')], {
    limitSeconds: 5,
  })
  expect(rows).toEqual([
    expect.objectContaining({ step: 'start', sentence: expect.stringMatching(/^Atrium didn’t end by itself\./) }),
  ])
})

test('[PKG-31] says that a page which gets no bridge never answered @all', async () => {
  const rows = await verifyCopy([
    impatient,
    { folder: 'preload', text: 'exposeInMainWorld("atrium"', becomes: 'exposeInMainWorld("other"' },
  ])
  expect(rows.at(-1)).toMatchObject({
    step: 'page',
    outcome: 'problem',
    sentence: expect.stringMatching(/Look at problem\.png: if it is empty, the page didn’t load\.$/),
  })
  expect(readdirSync(report())).toContain('problem.png')
})

test('[PKG-31] says that a record was changed if the chain is broken @all', async () => {
  const damaging = (program: Program): Program => ({
    ...program,
    start(args) {
      const [, data = ''] = /^--data-dir=(.+)$/.exec(args[0] ?? '') ?? []
      return program.start(args).once('close', () => changeRecord(data, 'turn.started'))
    },
  })
  const rows = await verifyCopy([], { around: damaging })
  expect(rows.at(-1)).toMatchObject({
    step: 'log',
    outcome: 'problem',
    sentence: 'A record of the audit log was changed, removed or moved. Keep the folder and report it.',
  })
  expect(passes(rows)).toBe(false)
})

test('[PKG-31] fails if the call didn’t do what it says, whatever the model says @all', async () => {
  const rows = await verifyCopy([main('const figures = measure(text);', 'throw new Error("seeded");')])
  expect(rows.at(-1)).toMatchObject({
    step: 'reply',
    outcome: 'problem',
    sentence: expect.stringContaining(selfCheckWords.callEnded('failed')),
  })
})

test('[PKG-31] fails if the window shows nothing, though its page answers @all', async () => {
  const rows = await verifyCopy([
    main('async #meetPage() {', 'async #meetPage() { await this.#page("document.documentElement.style.opacity = 0");'),
  ])
  expect(rows.at(-1)).toMatchObject({
    step: 'question-picture',
    outcome: 'problem',
    sentence: expect.stringContaining(selfCheckWords.uniformPicture),
  })
})

test('[PKG-31] fails if the question’s hash isn’t that of its content @all', async () => {
  const rows = await verifyCopy([
    main('const contentHash = contentHashOf({', 'const contentHash = "0".repeat(64) || contentHashOf({'),
  ])
  expect(rows.at(-1)).toMatchObject({
    step: 'question',
    outcome: 'problem',
    sentence: expect.stringContaining(selfCheckWords.otherContent),
  })
})

test('[PKG-31] fails if the window can’t be photographed @all', async () => {
  const rows = await verifyCopy([
    main(
      'const picture = await this.#options.window.current?.webContents.capturePage();',
      `const picture = await new (await import('electron')).BrowserWindow({
        show: false,
        webPreferences: { enableBlinkFeatures: 'BlockingFocusWithoutUserActivation', spellcheck: false }
      }).webContents.capturePage();`,
    ),
  ])
  expect(rows.at(-1)).toMatchObject({
    step: 'question-picture',
    outcome: 'problem',
    sentence: expect.stringContaining('not available for capture'),
  })
})

/** A model that wants something else than the check asked for. */
const other = { name: 'playground__roll_dice', input: {} }
const foreign = { ...scenario, turns: [{ sticky: true, content: [{ tool_use: other }] }] }

test('[PKG-32] allows no other call than its own, even if the model wants one @all', async () => {
  const rows = await verifyCopy([], { script: foreign })
  expect(rows.at(-1)).toMatchObject({
    step: 'question',
    outcome: 'problem',
    sentence: expect.stringContaining(selfCheckWords.otherQuestion),
  })
})

test('[PKG-32] would allow another call without comparing it @all', async () => {
  const rows = await verifyCopy([impatient, main('}, checkedCall)) throw', '}, checkedCall) && false) throw')], {
    script: foreign,
  })
  expect(rows.find(({ step }) => step === 'answer')).toMatchObject({ outcome: 'fine' })
})

import { isObject, parseJson } from '../../../shared/schema/json.ts'

export type Outcome = 'fine' | 'notice' | 'problem'

/** A step as the report shows it: `sentence` says what to do, if there is something to do. */
export type Row = { step: string; title: string; outcome: Outcome; ms?: number; sentence?: string }

/** A line of the program's own file about its steps. */
type Line = { step: string; outcome: string; ms: number; detail?: string }

/** Facts about one start. `code`: null if a signal ended it; absent if it was ended for being late. */
export type Seen = {
  /** Present if the program couldn't even be run. */
  refused?: string
  steps: string
  code?: number | null
  /** The exit code of `npm run audit -- verify`, and its words. */
  log?: { code: number | null; said: string }
  /** The last line that the program wrote to its terminal. */
  lastWords: string
  /** The only notice that the installation's step can have: parts of a package that this program can't have, and why. */
  lacks?: { parts: string; why: string }
}

/** The program's own steps in their order: title, and what to do if it fails or never ends. */
const own = {
  start: ['Atrium starts', 'Start it by hand with --data-dir and a new folder, and read log.txt.'],
  window: ['It shows its window', 'On Wayland, try --ozone-platform=x11. Name your desktop in the report.'],
  page: ['The page answers', 'Look at problem.png: if it is empty, the page didn’t load.'],
  installation: ['The installation is checked', 'installation.txt says what to do.'],
  message: ['A message reaches the model', 'A program here may block connections to 127.0.0.1.'],
  question: ['The call waits for an answer', 'Look at problem.png: the request should be there.'],
  'question-picture': ['The window is photographed', 'The window paints nothing. Try --disable-gpu.'],
  answer: ['The call is allowed', 'Look at problem.png: another window may cover Atrium or have the keyboard.'],
  reply: ['The reply is shown', 'Look at problem.png and log.txt.'],
  'reply-picture': ['The window is photographed again', 'The window paints nothing. Try --disable-gpu.'],
} as const

const logCodes: Record<number, string> = {
  1: 'The audit log couldn’t be read.',
  2: 'A record of the audit log was changed, removed or moved.',
  3: 'Records are missing at the end of the audit log.',
  4: 'No signature covers the newest records of the audit log.',
  5: 'The audit log was replaced or cut.',
}

/** Every step, also those that weren't reached. A later step's row is there only if the ones before it ended. */
export function judge(seen: Seen): Row[] {
  const { refused, code, log, lastWords } = seen
  const lines = linesIn(seen.steps)
  const rows: Row[] = []
  for (const [step, [title, advice]] of Object.entries(own)) {
    const line = lines.find((it) => it.step === step)
    if (line === undefined) {
      const why =
        refused ??
        (step === 'start' ? endOf(code, lastWords) : `Atrium stopped at this step. ${endOf(code, lastWords)}`)
      return [...rows, { step, title, outcome: 'problem', sentence: `${why} ${advice}` }]
    }
    const { ms, detail } = line
    const outcome = outcomeOf(line, seen.lacks)
    const more =
      outcome === 'problem'
        ? `${detail ?? ''} ${advice}`.trim()
        : outcome === 'notice'
          ? noticeOf(line, seen.lacks)
          : undefined
    rows.push({ step, title, outcome, ms, ...(more !== undefined && { sentence: more }) })
    if (outcome === 'problem') return rows
  }
  const quit =
    code === 0 ? {} : { sentence: `${endOf(code, lastWords)} It should have ended with code 0. Read log.txt.` }
  rows.push({ step: 'quit', title: 'It quits in order', outcome: code === 0 ? 'fine' : 'problem', ...quit })
  const broken =
    log?.code === 0 ? {} : { sentence: `${logCodes[log?.code ?? 1] ?? logCodes[1]} Keep the folder and report it.` }
  rows.push({ step: 'log', title: 'Its audit log is intact', outcome: log?.code === 0 ? 'fine' : 'problem', ...broken })
  return rows
}

const noticeOf = ({ detail }: Line, lacks: Seen['lacks']): string | undefined =>
  lacks !== undefined && detail === lacks.parts ? `${detail} ${lacks.why}` : detail

/** Fails for every outcome that isn't known, and for an installation with problems. */
function outcomeOf({ step, outcome, detail }: Line, lacks: Seen['lacks']): Outcome {
  if (outcome === 'fine') return 'fine'
  const isAccepted = step !== 'installation' || (lacks !== undefined && detail === lacks.parts)
  return outcome === 'notice' && isAccepted ? 'notice' : 'problem'
}

/** How it ended, as a sentence. */
function endOf(code: number | null | undefined, lastWords: string): string {
  const end =
    code === undefined
      ? 'Atrium didn’t end by itself.'
      : code === null
        ? 'A signal ended Atrium.'
        : `Atrium ended with code ${code}.`
  return lastWords === '' ? end : `${end} Its last words were: “${lastWords}”.`
}

function linesIn(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const value = line === '' ? undefined : parseJson(line)
    return isObject(value) ? [value as Line] : []
  })
}

/** Whether everything that must go well did. */
export const passes = (rows: Row[]): boolean => rows.every(({ outcome }) => outcome === 'fine' || outcome === 'notice')

import type { Carried } from '../../../shared/config/profiles.ts'
import type { FileFacts, FileKind, FileWarning } from '../../../shared/content/extracted.ts'
import { kindWords } from '../../../shared/content/words.ts'
import { formatCount } from '../format/time.ts'

type Facts = Exclude<FileFacts, { outcome: 'refused' }>

const units: Partial<Record<FileKind, string>> = { pdf: 'page', pptx: 'slide', xlsx: 'sheet', epub: 'chapter' }

/** Kinds by the end of a file's name. */
const ends: Record<string, FileKind> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  odt: 'odt',
  epub: 'epub',
  html: 'html',
  htm: 'html',
  ipynb: 'ipynb',
  wav: 'wav',
  mp3: 'mp3',
}

const warnings: Record<FileWarning, (count: number) => string> = {
  javascript: () => 'a script, which won’t run',
  launch: () => 'a link that starts a program',
  'embedded-file': (count) => `${formatCount(count, 'embedded file')}, left out`,
  form: () => 'a form, without what is filled in',
  external: (count) => `${formatCount(count, 'part')} outside the file, not fetched`,
  'bytes-before-header': () => 'other data before it',
  'bytes-after-end': () => 'other data after it',
  'encoding-guessed': () => 'an encoding that Atrium guessed',
  'left-out': (count) =>
    `${formatCount(count, 'deletion, comment or picture', 'deletions, comments or pictures')}, left out`,
  'scan-layer': (count) => `${formatCount(count, 'scanned page')}, with text from recognition`,
  unchecked: (count) => `${formatCount(count, 'page')} not checked for hidden text`,
}

/** Texts about files that Atrium reads. */
export const files = {
  /** A file's kind and size, and the form in which a model that takes these media gets it. */
  about: (facts: Facts, taken?: Carried) => {
    const kind = kindWords[facts.kind]
    if (facts.outcome === 'audio') {
      const length = `${kind} · ${formatCount(Math.round(facts.seconds), 'second')}`
      return taken && !taken.audio ? `${length} · only its name is sent` : length
    }
    const unit = units[facts.kind]
    const size = unit === undefined ? kind : `${kind} · ${formatCount(facts.pages, unit)}`
    if (!taken) return size
    if (facts.kind === 'pdf' && facts.hidden === 0 && taken.documents) return `${size} · as PDF`
    return facts.outcome === 'text' ? `${size} · as text` : `${size} · no text`
  },
  /** Remarks for the user before sending. */
  remarks: (name: string, facts: Facts) => {
    const end = ends[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
    const differs =
      end !== undefined && end !== facts.kind ? [`${name} is a ${kindWords[facts.kind]}, whatever its name says.`] : []
    if (facts.outcome === 'audio') return differs
    return [
      ...differs,
      ...(facts.outcome === 'no-text' ? [`${name} has no text. Its pages may be pictures.`] : []),
      ...(facts.hidden > 0
        ? [`${name} has ${formatCount(facts.hidden, 'character')} that can’t be seen. They’re left out of its text.`]
        : []),
      ...(facts.cut ? [`${name} is long. Only the beginning of its text is sent.`] : []),
      ...(facts.warns.length > 0
        ? [
            `${name} has ${new Intl.ListFormat('en').format(facts.warns.map(({ what, count }) => warnings[what](count)))}.`,
          ]
        : []),
    ]
  },
} as const

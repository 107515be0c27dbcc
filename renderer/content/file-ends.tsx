import { Suspense } from 'react'
import type { FileEnd } from '../../shared/changes/named-file.ts'
import { sentArguments, type Call, type Turn } from '../../shared/state/conversation.ts'
import { head } from '../../shared/text/clip.ts'
import { Phrase } from '../strings/phrase.tsx'
import { changes } from '../strings/changes.ts'
import { useStoredValue } from '../ui/json/stored-value.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { Fold } from '../ui/fold.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { fileName } from './file-changes.ts'

const words = changes

const ChangedFile = lazyPart(async () => (await import('./file-diff.tsx')).ChangedFile)

/** Files that became something other than the call said, or stayed as they were although it succeeded. */
export function missesOf({ files = [], fileEnds = [], outcome }: Call): FileEnd[] {
  return fileEnds.filter(({ path, end }) => {
    if (end === 'otherwise') return true
    const isForeseen = files.some((file) => file.path === path && file.effect !== undefined)
    return end === 'not-changed' && isForeseen && outcome?.status === 'succeeded'
  })
}

/** The ends of a call's files in a few words; empty if there are none, or if one needs a sentence. */
export function endsInWords(call: Call): string {
  const { fileEnds = [], answered } = call
  if (missesOf(call).length > 0) return ''
  const wordOf = ({ end }: FileEnd): string =>
    end === 'as-proposed' && !answered ? words.ends['as-proposed-unseen'] : words.ends[end]
  const [only, ...others] = fileEnds
  if (!only) return ''
  return others.length === 0
    ? wordOf(only)
    : fileEnds.map((each) => words.endOf(head(fileName(each.path), 40), wordOf(each))).join(', ')
}

/** A warning for each file that didn't become what the call said. */
export const FileMisses = ({ call, className }: { call: Call; className: string | undefined }) =>
  missesOf(call).map(({ path, end }) => (
    <div key={path} className={className}>
      <Note kind="no" quiet>
        <Phrase
          text={end === 'otherwise' ? words.notAsShown : words.notChanged}
          slots={{ file: <Plain text={head(fileName(path), 80)} /> }}
        />
      </Note>
    </div>
  ))

/** A call's changes to the files it named, line by line, folded; nothing if Atrium read none before and after it. */
export const CallFileChanges = ({ call }: { call: Call }) =>
  changedIn(call).length > 0 && (
    <Fold label={words.showResult}>
      <FileChanges call={call} />
    </Fold>
  )

/** A call's changes to the files it named, line by line, for those that Atrium read before and after it. */
export function FileChanges({ call }: { call: Call }) {
  const input = useStoredValue(sentArguments(call))
  if (input.state !== 'ready') return null
  return (
    <Suspense fallback={<Loading what={words.comparing} />}>
      {changedIn(call).map(({ file, end }) => (
        <ChangedFile key={end.path} file={file} end={end} input={input.value} />
      ))}
    </Suspense>
  )
}

const changedIn = ({ files = [], fileEnds = [] }: Call) =>
  fileEnds.flatMap((end) => {
    const file = files.find(({ path }) => path === end.path)
    const isChanged = end.end === 'otherwise' || (end.end === 'as-proposed' && file?.found.state === 'text')
    return file && isChanged ? [{ file, end }] : []
  })

/** Whether the turn's calls changed files, as far as Atrium saw. */
export const changesFiles = ({ messages }: Turn): boolean =>
  messages.some(({ calls }) =>
    calls.some(({ fileEnds = [] }) => fileEnds.some(({ end }) => end !== 'not-changed' && end !== 'unknown')),
  )

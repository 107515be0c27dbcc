import { Suspense } from 'react'
import type { NamedFile } from '../../shared/changes/named-file.ts'
import type { JsonValue } from '../../shared/schema/json.ts'
import { valueAt } from '../../shared/schema/pointer.ts'
import { head } from '../../shared/text/clip.ts'
import { Phrase } from '../strings/phrase.tsx'
import { changes } from '../strings/changes.ts'
import { formatBytes } from '../strings/format/time.ts'
import { lazyPart } from '../ui/lazy.ts'
import { Loading } from '../ui/loading.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { fileBytes, changedLines, distinctName, isStillNamed, type FileDiff } from './file-changes.ts'
import type { FileDiffProps } from './file-diff.tsx'
import styles from './file-lines.module.css'

const words = changes

const FileDiffView = lazyPart(async () => (await import('./file-diff.tsx')).FileDiffView)

type FileLinesProps = {
  files: readonly NamedFile[]
  original: JsonValue
  input: JsonValue
  diff: FileDiff | undefined
}

/** A line for each file that a call names: its content now, and what the call makes of it if that is known. */
export const FileLines = ({ files, ...rest }: FileLinesProps) =>
  files.map((file) => (
    <span key={file.at} className={styles.line}>
      <FileLine
        file={file}
        label={distinctName(
          file.path,
          files.map(({ path }) => path),
        )}
        {...rest}
      />
    </span>
  ))

type FileLineProps = Omit<FileLinesProps, 'files'> & { file: NamedFile; label: string }

function FileLine({ file, label, original, input, diff }: FileLineProps) {
  const { found, effect } = file
  const name = (
    <code>
      <Plain text={head(label, 80)} />
    </code>
  )
  if (!isStillNamed(file, original, input)) return <Phrase text={words.moved} slots={{ file: name }} />
  if (found.state === 'absent') {
    const text = effect?.kind === 'text' ? valueAt(input, effect.at) : undefined
    if (typeof text !== 'string') return <Phrase text={words.absent} slots={{ file: name }} />
    return words.creates(formatBytes(new TextEncoder().encode(text).length))
  }
  const bytes = fileBytes(found)
  if (bytes === undefined) return <Phrase text={unread(found.state)} slots={{ file: name }} />
  if (diff?.file === file && found.state === 'text') {
    if (!diff.lines) return words.comparing
    return (effect?.kind === 'edits' ? words.edits : words.overwrites)(found.lines, changedLines(diff.lines))
  }
  if (found.state === 'text' && found.redacted) return <Phrase text={words.redacted} slots={{ file: name }} />
  if (effect?.kind === 'text') return words.overwritesBytes(formatBytes(bytes))
  const size = found.state === 'text' ? words.lines(found.lines) : formatBytes(bytes)
  return (
    <>
      <Phrase text={words.exists(size)} slots={{ file: name }} />
      {effect && (
        <>
          {'. '}
          <Phrase text={words.unforeseen} slots={{ file: name }} />
        </>
      )}
    </>
  )
}

function unread(state: NamedFile['found']['state']) {
  if (state === 'outside' || state === 'special' || state === 'restless') return words[state]
  return words.unreadable
}

/** A file's change line by line. */
export const FileChange = (props: FileDiffProps) => (
  <Suspense fallback={<Loading what={words.comparing} />}>
    <FileDiffView {...props} />
  </Suspense>
)

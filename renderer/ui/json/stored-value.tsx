import { useState, type ReactNode } from 'react'
import type { JsonValue, StoredValue } from '../../../shared/schema/json.ts'
import { useLink } from '../../state/replica.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { ui } from '../../strings/ui.ts'
import { useLookup } from '../../state/query.ts'
import styles from './arguments.module.css'
import { ExactText } from './arguments.tsx'
import { Button } from '../button.tsx'
import { Ext } from '../third-party/ext.tsx'
import { Note } from '../note.tsx'
import { formatBytes } from '../../strings/format/time.ts'

const words = ui.kept

/** Max characters of a stored value that a window reads. */
const readLimit = 16_777_216

/** A stored value as far as loaded. `text` is its JSON, possibly cut at 16 M characters. */
export type StoredValueState =
  | { state: 'ready'; value: JsonValue }
  /** Too long to read whole. */
  | { state: 'cut'; text: string }
  | { state: 'absent'; preview: string; bytes: number }
  | { state: 'failed'; problem: string }

/** The value, fetched from the blob store if it's stored there and `wanted`. */
export function useStoredValue(kept: StoredValue, wanted = true): StoredValueState {
  const link = useLink()
  const blob = 'blob' in kept ? kept.blob : undefined
  const { answer, problem, isCurrent } = useLookup(wanted ? blob : undefined, () => readBlob(link, blob ?? ''))
  if ('json' in kept) return { state: 'ready', value: kept.json }
  if (isCurrent && problem !== undefined) return { state: 'failed', problem }
  return (isCurrent ? answer : undefined) ?? { state: 'absent', preview: kept.preview, bytes: kept.bytes }
}

async function readBlob(link: HostLink, hash: string): Promise<StoredValueState> {
  const { text, bytes } = await link.call('readBlob', { hash, limit: readLimit })
  if (text.length >= readLimit && bytes > readLimit) return { state: 'cut', text }
  const value: JsonValue = JSON.parse(text)
  return { state: 'ready', value }
}

/** The value, fetched now if it's stored in the blob store; undefined if it's too long to read whole. */
export async function readStored(link: HostLink, kept: StoredValue): Promise<JsonValue | undefined> {
  if ('json' in kept) return kept.json
  const read = await readBlob(link, kept.blob)
  return read.state === 'ready' ? read.value : undefined
}

type StoredValueViewProps = {
  kept: StoredValue
  /** The server that wrote it, if any. */
  from?: string
  children: (value: JsonValue) => ReactNode
}

/** A loaded value; until then its beginning and a button to read all of it. */
export function StoredValueView({ kept, from, children }: StoredValueViewProps) {
  const [wanted, setWanted] = useState(false)
  const value = useStoredValue(kept, wanted)
  switch (value.state) {
    case 'ready':
      return children(value.value)
    case 'cut':
      return <RawText text={value.text} from={from} />
    case 'failed':
      return (
        <Note kind="no" action={<Button onClick={() => setWanted(false)}>{words.showBeginning}</Button>}>
          {value.problem}
        </Note>
      )
    case 'absent':
      return (
        <div className={styles.preview}>
          <RawText text={`${value.preview}…`} from={from} />
          <Button size="sm" busy={wanted} onClick={() => setWanted(true)}>
            {words.showAll(formatBytes(value.bytes))}
          </Button>
        </div>
      )
    default:
      return value satisfies never
  }
}

const RawText = ({ text, from }: { text: string; from: string | undefined }) =>
  from === undefined ? (
    <ExactText text={text} />
  ) : (
    <Ext from={from} note={words.notByYou}>
      <ExactText text={text} />
    </Ext>
  )

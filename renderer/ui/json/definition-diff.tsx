import { useEffect, useMemo, useState } from 'react'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { useDefinition } from '../../state/tool-definition.ts'
import { lazyModule } from '../lazy.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Json } from './arguments.tsx'
import { Ext } from '../third-party/ext.tsx'
import { Loading } from '../loading.tsx'
import { Note } from '../note.tsx'
import { Segments } from '../fields/segments.tsx'
import styles from './definition-diff.module.css'
import type { DefinitionFields } from './definition-fields.ts'
import { DefinitionTable } from './definition-table.tsx'

const words = inbox.definitionDiff
/** The diff library loads on demand, because most windows never need it. */
const useFields = lazyModule(() => import('./definition-fields.ts'))

const views = [words.views.fields, words.views.json] as const

type DefinitionDiffProps = {
  /** Hashes of definitions; `before` is absent for a new one. See `getDefinition`. */
  before: string | undefined
  now: string
  /** The display name of the server that wrote both. */
  from: string
  /** Reports whether everything shown is on the page, and every change of that. */
  onWhole?: ((whole: boolean) => void) | undefined
}

/** A definition as its texts and fields or as JSON, with its differences from an earlier one, if there is one. */
export function DefinitionDiff({ before, now, from, onWhole }: DefinitionDiffProps) {
  const old = useDefinition(before)
  const next = useDefinition(now)
  const module = useFields(true)
  const isReady = module !== undefined && next.state === 'ready' && (before === undefined || old.state !== 'loading')
  const oldRaw = before !== undefined && old.state === 'ready' ? old.raw : undefined
  const raw = next.state === 'ready' ? next.raw : undefined
  const fields = useMemo(() => raw && module?.definitionFields(oldRaw, raw), [module, oldRaw, raw])
  useEffect(() => {
    if (!isReady) onWhole?.(false)
  }, [isReady, onWhole])
  if (next.state === 'failed')
    return (
      <Note kind="no">
        <b>{words.unreadable}</b> {next.problem}
      </Note>
    )
  if (!isReady || !fields) return <Loading what={words.loading} />
  return (
    <>
      {before !== undefined && old.state === 'failed' && (
        <Note kind="no">
          <b>{words.noBefore}</b> {old.problem}
        </Note>
      )}
      <Compared fields={fields} before={oldRaw} now={next.raw} from={from} onWhole={onWhole} />
    </>
  )
}

type ComparedProps = {
  fields: DefinitionFields
  before: JsonObject | undefined
  now: JsonObject
  from: string
  onWhole: DefinitionDiffProps['onWhole']
}

function Compared({ fields, before, now, from, onWhole }: ComparedProps) {
  const [view, setView] = useState<(typeof views)[number]>(words.views.fields)
  return (
    <div className={styles.compared}>
      <Segments label={words.view} items={views} value={view} onChange={setView} />
      <Ext from={from} note={inbox.approval.noteOfDescription}>
        {view === words.views.fields ? (
          <DefinitionTable fields={fields} onWhole={onWhole} />
        ) : (
          <Json value={now} before={before} onWhole={onWhole} />
        )}
      </Ext>
    </div>
  )
}

import { Suspense, useEffect } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { useDefinition } from '../../state/tool-definition.ts'
import { strings } from '../../strings/strings.ts'
import { Json } from './arguments.tsx'
import { Ext } from '../third-party/ext.tsx'
import { Loading } from '../loading.tsx'
import { Note } from '../note.tsx'

const words = strings.inbox.definitions

const DefinitionDiff = lazyPart(async () => (await import('./definition-diff.tsx')).DefinitionDiff)

type DefinitionViewProps = {
  /** Hashes of definitions; `before` is absent for a new one. */
  before: string | undefined
  now: string
  /** The display name of the server that wrote them. */
  from: string
  /** Reports whether everything shown is on the page, and every change of that. */
  onWhole?: ((whole: boolean) => void) | undefined
}

/** A definition's changes, or all of a new one. */
export function DefinitionView({ before, now, from, onWhole }: DefinitionViewProps) {
  if (before === undefined) return <WholeDefinition now={now} from={from} onWhole={onWhole} />
  return (
    <Suspense fallback={<Loading what={words.loading} />}>
      <DefinitionDiff before={before} now={now} from={from} {...(onWhole && { onWhole })} />
    </Suspense>
  )
}

function WholeDefinition({ now, from, onWhole }: Omit<DefinitionViewProps, 'before'>) {
  const definition = useDefinition(now)
  const isReady = definition.state === 'ready'
  useEffect(() => {
    if (!isReady) onWhole?.(false)
  }, [isReady, onWhole])
  switch (definition.state) {
    case 'loading':
      return <Loading what={words.loading} />
    case 'failed':
      return <Note kind="no">{definition.problem}</Note>
    case 'ready':
      return (
        <Ext from={from} note={strings.inbox.approval.noteOfDescription}>
          <Json value={definition.raw} onWhole={onWhole} />
        </Ext>
      )
    default:
      return definition satisfies never
  }
}

import { Suspense } from 'react'
import { lazyPart } from '../lazy.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Loading } from '../loading.tsx'

const words = inbox.definitions

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

/** A definition, with its changes if there was an earlier one; loads on demand. */
export const DefinitionView = (definition: DefinitionViewProps) => (
  <Suspense fallback={<Loading what={words.loading} />}>
    <DefinitionDiff {...definition} />
  </Suspense>
)

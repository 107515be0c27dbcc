import type { Ask } from '../../shared/asks.ts'
import { Approval } from './approval.tsx'
import { Definitions } from './definitions.tsx'
import { FormAsk } from './form-ask.tsx'
import { ReviewAsk } from './review-ask.tsx'
import { SamplingAsk } from './sampling-ask.tsx'
import { Trust } from './trust.tsx'
import { UrlAsk } from './url-ask.tsx'
import { VisitAsk } from './visit-ask.tsx'

export type AskOfKindProps = {
  ask: Ask
  /** It hangs from the call above it. */
  child?: boolean
  /** Leaves the ask, which keeps waiting. */
  onLeave?: () => void
  /** Hears why an answer of this window did not count; the ask may be gone by then. */
  onRefused(problem: string): void
}

/** One component per kind of ask. */
export function AskOfKind({ ask, ...rest }: AskOfKindProps) {
  switch (ask.kind) {
    case 'approval':
      return <Approval key={ask.id} ask={ask} {...rest} />
    case 'trust':
      return <Trust key={ask.id} ask={ask} {...rest} />
    case 'definitions':
      return <Definitions key={ask.id} ask={ask} {...rest} />
    case 'form':
      return <FormAsk key={ask.id} ask={ask} {...rest} />
    case 'url':
      return <UrlAsk key={ask.id} ask={ask} {...rest} />
    case 'visit':
      return <VisitAsk key={ask.id} ask={ask} {...rest} />
    case 'sampling':
      return <SamplingAsk key={ask.id} ask={ask} {...rest} />
    case 'review':
      return <ReviewAsk key={ask.id} ask={ask} {...rest} />
    default:
      return ask satisfies never
  }
}

import { lazy, Suspense } from 'react'
import type { Ask } from '../../shared/asks.ts'
import { AddressAsk } from './address-ask.tsx'
import { Approval } from './approval.tsx'
import { Definitions } from './definitions.tsx'
import { isPushed, type Pushed } from './server-asks.ts'
import { Trust } from './trust.tsx'

// What servers ask by themselves is rare, and comes after the page.
const FormAsk = lazy(async () => ({ default: (await import('./form-ask.tsx')).FormAsk }))
const UrlAsk = lazy(async () => ({ default: (await import('./url-ask.tsx')).UrlAsk }))
const VisitAsk = lazy(async () => ({ default: (await import('./visit-ask.tsx')).VisitAsk }))
const SamplingAsk = lazy(async () => ({ default: (await import('./sampling-ask.tsx')).SamplingAsk }))
const ReviewAsk = lazy(async () => ({ default: (await import('./review-ask.tsx')).ReviewAsk }))
const SignInAsk = lazy(async () => ({ default: (await import('./sign-in-ask.tsx')).SignInAsk }))
const SignInPageAsk = lazy(async () => ({ default: (await import('./sign-in-page-ask.tsx')).SignInPageAsk }))

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
  if (isPushed(ask))
    return (
      <Suspense fallback={null}>
        <PushedOfKind ask={ask} {...rest} />
      </Suspense>
    )
  switch (ask.kind) {
    case 'approval':
      return <Approval key={ask.id} ask={ask} {...rest} />
    case 'trust':
      return <Trust key={ask.id} ask={ask} {...rest} />
    case 'address':
      return <AddressAsk key={ask.id} ask={ask} {...rest} />
    case 'definitions':
      return <Definitions key={ask.id} ask={ask} {...rest} />
    default:
      return ask satisfies never
  }
}

function PushedOfKind({ ask, ...rest }: Omit<AskOfKindProps, 'ask'> & { ask: Pushed }) {
  switch (ask.kind) {
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
    case 'sign-in':
      return <SignInAsk key={ask.id} ask={ask} {...rest} />
    case 'sign-in-page':
      return <SignInPageAsk key={ask.id} ask={ask} {...rest} />
    default:
      return ask satisfies never
  }
}

import { type ReactNode, Suspense } from 'react'
import { Boundary } from '../ui/json/boundary.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { Approval } from './approval/approval.tsx'
import type { AskOfKindProps } from './frame/ask-frame.tsx'
import { UnreadableAsk } from './frame/unreadable-ask.tsx'

// All questions except the one about a call are rare, and load on first use.
const AddressAsk = lazyPart(async () => (await import('./trust/address-ask.tsx')).AddressAsk)
const Definitions = lazyPart(async () => (await import('./definitions/definitions.tsx')).Definitions)
const Trust = lazyPart(async () => (await import('./trust/trust.tsx')).Trust)
const FormAsk = lazyPart(async () => (await import('./form/form-ask.tsx')).FormAsk)
const UrlAsk = lazyPart(async () => (await import('./sign-in/url-ask.tsx')).UrlAsk)
const VisitAsk = lazyPart(async () => (await import('./sign-in/visit-ask.tsx')).VisitAsk)
const SamplingAsk = lazyPart(async () => (await import('./sampling/sampling-ask.tsx')).SamplingAsk)
const ReviewAsk = lazyPart(async () => (await import('./sampling/review-ask.tsx')).ReviewAsk)
const SignInAsk = lazyPart(async () => (await import('./sign-in/sign-in-ask.tsx')).SignInAsk)
const SignInPageAsk = lazyPart(async () => (await import('./sign-in/sign-in-page-ask.tsx')).SignInPageAsk)
const ServerAppAsk = lazyPart(async () => (await import('./app/server-app-ask.tsx')).ServerAppAsk)
const AppWishAsk = lazyPart(async () => (await import('./app/app-wish-ask.tsx')).AppWishAsk)

type AskOfKindPartProps = AskOfKindProps & {
  /** Shown until it loads. */
  loading?: ReactNode
  /** Appear as soon as it loads. */
  children?: ReactNode
}

/** One component per kind of question, drawn by itself. */
export const AskOfKind = ({ children, loading = null, ...props }: AskOfKindPartProps) => (
  <Suspense fallback={loading}>
    <Boundary of={props.ask.contentHash} renderInstead={(failure) => <UnreadableAsk {...props} failure={failure} />}>
      <OfKind {...props} />
    </Boundary>
    {children}
  </Suspense>
)

function OfKind({ ask, ...rest }: AskOfKindProps) {
  switch (ask.kind) {
    case 'approval':
      return <Approval key={ask.id} ask={ask} {...rest} />
    case 'trust':
      return <Trust key={ask.id} ask={ask} {...rest} />
    case 'address':
      return <AddressAsk key={ask.id} ask={ask} {...rest} />
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
    case 'sign-in':
      return <SignInAsk key={ask.id} ask={ask} {...rest} />
    case 'server-page':
      return <ServerAppAsk key={ask.id} ask={ask} {...rest} />
    case 'page-wish':
      return <AppWishAsk key={ask.id} ask={ask} {...rest} />
    case 'sign-in-page':
      return <SignInPageAsk key={ask.id} ask={ask} {...rest} />
    default:
      return ask satisfies never
  }
}

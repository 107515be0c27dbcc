import type { ReactNode } from 'react'
import type { Question } from '../../../shared/asks/asks.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { signIn } from '../../strings/servers/sign-in.ts'
import { Ext, Word } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import styles from './sign-in.module.css'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = signIn.ask

type AudienceProps = { audience: string; from: string }

/** Says that the tokens will work for more than the server asking for them. */
export const Audience = ({ audience, from }: AudienceProps) => (
  <Warning
    says={<Phrase text={words.audience} slots={{ audience: <Address of={audience} />, server: from }} />}
    means={words.audienceMeans(from)}
  />
)

/** Says that another site gets the sign-in at a page. */
export const Handover = ({ page, receiver }: NonNullable<Question<'sign-in'>['handover']>) => (
  <Warning
    says={<Phrase text={words.handover} slots={{ page: <Address of={page} />, receiver: <Address of={receiver} /> }} />}
    means={words.handoverMeans}
  />
)

const Warning = ({ says, means }: { says: ReactNode; means: string }) => (
  <Note kind="no" quiet>
    <b>{says}</b> {means}
  </Note>
)

const Address = ({ of }: { of: string }) => (
  <code>
    <Word text={of} />
  </code>
)

/** Lists this long show a count, because the last ones can be far down. */
const manyScopes = 10

type SignInScopesProps = {
  question: Pick<Question<'sign-in'>, 'issuer' | 'scopes' | 'before'>
  from: string
  /** The scopes the user entered instead of the server's. */
  own: ReadonlySet<string>
}

/**
 * The scopes a sign-in grants, in the server's words; separately, those this authorization server granted before, and
 * those the user entered.
 */
export function SignInScopes({ question: { issuer, scopes, before }, from, own }: SignInScopesProps) {
  if (scopes.length === 0) return <Sentence>{words.mayUnsaid(from)}</Sentence>
  const known = new Set(before?.issuer === issuer ? before.scopes : [])
  const entered = scopes.filter((scope) => own.has(scope))
  const fresh = scopes.filter((scope) => !known.has(scope) && !own.has(scope))
  const still = scopes.filter((scope) => known.has(scope) && !own.has(scope))
  return (
    <>
      <Scopes title={words.mayEntered} scopes={entered} />
      <Scopes title={known.size > 0 || entered.length > 0 ? words.mayMore : words.may} scopes={fresh} from={from} />
      <Scopes title={words.mayStill} scopes={still} from={from} />
    </>
  )
}

function Scopes({ title, scopes, from }: { title: string; scopes: string[]; from?: string }) {
  if (scopes.length === 0) return null
  const counted = scopes.length < manyScopes ? title : words.counted(title, scopes.length)
  return (
    <section className="stack gap1" aria-label={counted}>
      <p className="medium">{counted}</p>
      {from === undefined ? (
        <ScopeList scopes={scopes} />
      ) : (
        <Ext from={from}>
          <ScopeList scopes={scopes} />
        </Ext>
      )}
    </section>
  )
}

/** Scopes as their server names them, one by one. */
export const ScopeList = ({ scopes }: { scopes: string[] }) => (
  <ul className={styles.list}>
    {fixedList(scopes, (scope) => (
      <li>
        <code>
          <Word text={scope} />
        </code>
      </li>
    ))}
  </ul>
)

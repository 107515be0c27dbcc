import { useState } from 'react'
import { isThroughCompany } from '../../../shared/config/server-config.ts'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { ScopeList } from '../../inbox/sign-in/sign-in-scopes.tsx'
import { useHost } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { signIn as signInWords } from '../../strings/servers/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Ext, ExtInline, Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { formatDay, formatMoment, formatTime } from '../../strings/format/time.ts'
import { useNow } from '../../state/use-now.ts'
import { useArrivalOf } from '../../state/intent.ts'
import styles from './server-sign-in.module.css'
import { SignOut, signOutIntent } from './sign-out.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { Row } from '../edit/row.tsx'
import { useSignIn } from '../status/use-sign-in.ts'
import { consentOf } from '../../../shared/state/consents.ts'

const words = signInWords.server

/** A server's current sign-in, with the ways to end and to renew it. */
export function SignInRow({ server }: { server: ServerSummary }) {
  const { id, config } = server
  const signedIn = useHost((host) => consentOf(host, id).signedIn)
  return (
    <Row title={words.facts.signedIn}>
      {isThroughCompany(config) ? (
        <a href={href({ page: 'settings', part: 'company' })}>{words.facts.company}</a>
      ) : (
        signedIn && (
          <>
            <SignedInFacts signedIn={signedIn} />
            <SignInActions server={server} />
          </>
        )
      )}
    </Row>
  )
}

type SignedIn = NonNullable<ReturnType<typeof consentOf>['signedIn']>

function SignedInFacts({ signedIn: { issuer, scopes, account, expiresAt, at } }: { signedIn: SignedIn }) {
  const now = useNow(10_000)
  const by = URL.parse(issuer)?.host ?? issuer
  return (
    <FactList framed={false}>
      <Fact name={words.facts.account}>
        {account === undefined ? words.facts.nameless : <ExtInline from={by} text={account} />}{' '}
        <span className="ink3">{words.facts.since(formatMoment(at, now))}</span>
      </Fact>
      <Fact name={words.facts.issuer}>
        <code>
          <Word text={issuer} />
        </code>
      </Fact>
      <Fact name={words.facts.may}>
        {scopes.length === 0 ? (
          words.facts.unsaid
        ) : (
          <Ext from={by}>
            <ScopeList scopes={scopes} />
          </Ext>
        )}
      </Fact>
      <Fact name={words.facts.expires}>{expiryInWords(expiresAt, now)}</Fact>
    </FactList>
  )
}

/** How long a sign-in lasts without renewal. */
export function expiryInWords(expiresAt: number | undefined, now: number): string {
  if (expiresAt === undefined) return words.facts.unlimited
  const isToday = formatDay(expiresAt, now) === formatDay(now, now)
  const moment = isToday ? formatTime(expiresAt) : `${formatDay(expiresAt, now)}, ${formatTime(expiresAt)}`
  return expiresAt <= now ? words.facts.past(moment) : words.facts.until(moment)
}

function SignInActions({ server }: { server: ServerSummary }) {
  const { id, name, signIn } = server
  const signingIn = useSignIn(id)
  const [isAsked, setAsked] = useState(false)
  useArrivalOf(signOutIntent, id, () => setAsked(true))
  return (
    <>
      <div className={styles.actions} role="group" aria-label={words.facts.signedIn}>
        <Button size="sm" unavailable={signingIn.block} onClick={() => setAsked(true)}>
          {words.signOut}
        </Button>
        <Button
          size="sm"
          busy={signingIn.busy}
          unavailable={signingIn.block}
          onClick={signIn ? () => goToAsk(signIn) : signingIn.begin}
        >
          {words.again}
        </Button>
      </div>
      {signingIn.problem && <Note kind="no">{signingIn.problem}</Note>}
      {isAsked && <SignOut server={id} name={name} onClose={() => setAsked(false)} />}
    </>
  )
}

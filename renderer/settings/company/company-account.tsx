import { companyTokens } from '../../../shared/config/company-sign-in.ts'
import { expectAsk, forgetExpected } from '../../inbox/frame/expected-ask.ts'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { useObstacles } from '../../inbox/frame/use-answering.ts'
import { useAction } from '../../state/action.ts'
import { companyPageOf } from '../../state/asks.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { useNow } from '../../state/use-now.ts'
import { formatMoment } from '../../strings/format/time.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { company } from '../../strings/settings/company.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ExtInline } from '../../ui/third-party/ext.tsx'
import { LabelledSetting } from '../../ui/fields/setting.tsx'

const { account: words } = company

/** The user's sign-in to their company: whose it is, how long it lasts, and its beginning and end. */
export function CompanyAccount({ isSetUp }: { isSetUp: boolean }) {
  const link = useLink()
  const { answer: block } = useObstacles('use')
  const page = useHost(companyPageOf)
  const isKept = useHost((state) => state.secrets.includes(companyTokens))
  const signingIn = useAction(() => {
    expectAsk({ kind: 'sign-in-page', server: undefined })
    return link.call('signInToCompany', {}).catch((error: unknown) => {
      forgetExpected()
      throw error
    })
  })
  const signingOut = useAction(() => link.call('signOutOfCompany', {}))
  const problem = signingIn.problem ?? signingOut.problem
  return (
    <LabelledSetting title={words.title} help={words.help}>
      {isKept ? <Account /> : <span>{words.none}</span>}
      <div className="row wrap">
        {page ? (
          <Button kind="primary" size="sm" onClick={() => goToAsk(page)}>
            {words.open}
          </Button>
        ) : (
          <Button
            kind={isKept ? 'default' : 'primary'}
            size="sm"
            busy={signingIn.busy}
            unavailable={isSetUp ? block : words.notSetUp}
            onClick={() => void signingIn.run()}
          >
            {isKept ? words.again : words.signIn}
          </Button>
        )}
        {isKept && (
          <Button size="sm" busy={signingOut.busy} unavailable={block} onClick={() => void signingOut.run()}>
            {words.signOut}
          </Button>
        )}
      </div>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
    </LabelledSetting>
  )
}

function Account() {
  const signedIn = useHost((state) => state.company)
  const now = useNow(10_000)
  if (!signedIn) return <span>{words.nameless}</span>
  const { issuer, account, expiresAt, at } = signedIn
  const by = URL.parse(issuer)?.host ?? issuer
  const moment = formatMoment(expiresAt, now)
  return (
    <>
      <span>
        {account === undefined ? (
          words.nameless
        ) : (
          <Phrase text={words.as} slots={{ account: <ExtInline from={by} text={account} /> }} />
        )}{' '}
        <span className="small ink3">{words.since(formatMoment(at, now))}</span>
      </span>
      <span className="small ink3">{(expiresAt <= now ? words.past : words.until)(moment)}</span>
    </>
  )
}

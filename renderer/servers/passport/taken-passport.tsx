import type { Candidate } from '../../../shared/config/candidate.ts'
import type { Result } from '../../../shared/contract/commands.ts'
import { useQuery } from '../../state/query.ts'
import { formatDate, formatTime } from '../../strings/format/time.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { passportPage } from '../../strings/servers/passport-page.ts'
import { navigate } from '../../state/routes.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './taken-passport.module.css'

const words = passportPage.taken

/** `onTake` fills the form; taking a passport adds nothing. */
type TakenPassportProps = { text: string; onTake(candidate: Candidate): void }

/** A pasted passport: what is wrong with it, or whose it is and what that means, and a way into the form. */
export function PastedPassport({ text, onTake }: TakenPassportProps) {
  const { answer, problem, isCurrent } = useQuery('checkPassport', { text }, { waitMs: 150 })
  if (isCurrent && problem !== undefined) return <Note kind="no">{problem}</Note>
  if (!isCurrent || !answer) return <p role="status">{words.checking}</p>
  return <PassportCheck checked={answer} onTake={() => onTake(answer.candidate)} />
}

/** A passport whose signature fits. */
export function PassportCheck({
  checked,
  onTake,
}: {
  checked: Omit<Result<'checkPassport'>, 'candidate'>
  onTake(): void
}) {
  const { passport, fingerprint, isOwn } = checked
  const { server, offers, issuedAt, release } = passport
  const { length: count } = offers.definitions
  return (
    <section className={styles.taken} aria-label={words.title(server.id)}>
      <h3 className={styles.title}>
        <Plain text={server.name ?? server.id} />
      </h3>
      <p className="ink3">
        {passportPage.page.written(formatDate(issuedAt), formatTime(issuedAt), release.slice(0, 40))}
      </p>
      <p>
        {words.signedBy} <code className={styles.fingerprint}>{fingerprint}</code>
      </p>
      <p>{isOwn ? words.own : words.means}</p>
      <p>
        <b>{words.meansNot}</b> {words.next[server.reached.type]}
      </p>
      <p>{count === 0 ? words.noPins : words.pins(count)}</p>
      <div>
        <Button kind="primary" onClick={onTake}>
          {words.fill}
        </Button>
      </div>
    </section>
  )
}

/** Says in the form that the server is added with a passport. */
export const WithPassport = ({ fingerprint }: { fingerprint: string }) => (
  <Note>
    <Phrase text={words.inForm} slots={{ fingerprint: <code>{fingerprint}</code> }} />
  </Note>
)

/** The way to the server's passport. */
export const PassportEntry = ({ server }: { server: string }) => (
  <>
    <p>{serverDetail.passport.help}</p>
    <div>
      <Button icon="file" onClick={() => navigate({ page: 'servers', server, passport: true })}>
        {serverDetail.passport.open}
      </Button>
    </div>
  </>
)

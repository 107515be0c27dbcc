import type { Launch } from '../../../shared/asks/asks.ts'
import { useSession } from '../../state/replica.ts'
import { useHistory } from '../../state/servers/use-history.ts'
import { formatDay, formatTime } from '../../strings/format/time.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { actorWords } from '../../ui/actor-words.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import styles from './server-trust.module.css'

const words = serverDetail.trust

/** The user who trusted this server's command, and the command as it was trusted. */
export function ServerTrust({ id, launch }: { id: string; launch: Launch }) {
  const self = useSession()?.actor
  const trusted = useHistory(id, launch)?.trusted ?? undefined
  const { path, sha256, cwd } = launch
  const inherited = (launch.environment ?? []).flatMap(({ name, from }) => (from === 'inherited' ? name : []))
  return (
    <div>
      <p>
        {trusted
          ? words.trustedBy(actorWords(trusted.actor, self, true), formatDay(trusted.at), formatTime(trusted.at))
          : words.trusted}
      </p>
      <Fold label={words.details}>
        <p className="small ink3">{words.again}</p>
        <FactList framed={false}>
          <Fact name={words.program}>
            <code className="breaks">
              <Word text={path} />
            </code>
          </Fact>
          {sha256 !== undefined && (
            <Fact name={words.hash}>
              <code className="breaks">{sha256}</code> <CopyButton label={words.copyHash} text={() => sha256} />
            </Fact>
          )}
          <Fact name={words.folder}>
            <code className="breaks">
              <Word text={cwd} />
            </code>
          </Fact>
          {inherited.length > 0 && (
            <Fact name={words.inherited}>
              <ul className={styles.names}>
                {inherited.map((name) => (
                  <li key={name}>
                    <code>
                      <Word text={name} />
                    </code>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
        </FactList>
      </Fold>
    </div>
  )
}

import { Banners } from '../frame/banners.tsx'
import { Bar } from '../../ui/page/bar.tsx'
import { PageBoundary } from '../frame/page-boundary.tsx'
import { strings } from '../../strings/strings.ts'
import { Welcome } from './welcome.tsx'
import styles from './welcome.module.css'

/** The whole window before anything is there. */
export const FirstRun = ({ onLeave }: { onLeave(): void }) => (
  <main className={styles.window}>
    <Banners />
    <PageBoundary place="welcome">
      <Welcome onLeave={onLeave} />
    </PageBoundary>
  </main>
)

/** The same ways again, for who comes back to them. */
export const WelcomePage = () => (
  <>
    <Bar title={strings.firstRun.title} />
    <Welcome />
  </>
)

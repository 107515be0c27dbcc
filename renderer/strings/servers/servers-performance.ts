import { formatCount } from '../format/time.ts'

const whole = new Intl.NumberFormat(undefined)

/** Texts of a server's Performance tab. */
export const serverPerformance = {
  loading: 'Loading figures…',
  figures: 'Figures',
  p50: 'median time of a call (p50)',
  p95: '95th percentile (p95)',
  restarts: (count: number) => `${count === 1 ? 'restart' : 'restarts'} by Atrium after a failure`,
  starts: (starts: number, failures: number, since: string) =>
    `${formatCount(starts, 'start')} and ${formatCount(failures, 'failure')} since ${since}`,
  lastFailure: (at: string) => `Last failure: ${at}`,
  sent: (messages: number) => `sent in ${formatCount(messages, 'message')}`,
  received: (messages: number) => `received in ${formatCount(messages, 'message')}`,
  trafficSince: (since: string) => `Messages counted since ${since}, without headers.`,
  none: '–',
  count: (count: number) => whole.format(count),
  context: {
    title: 'Context cost',
    sum: 'Definitions from {name} take about {tokens} in each request.',
    tokens: (count: number) => formatCount(count, 'token'),
    instructions: (tokens: string) => `Its instructions take about ${tokens} of that.`,
    nothing: 'No definition reaches a model now, so requests carry nothing from this server.',
    excluded: 'Tools that are off or need review cost nothing and aren’t counted. Conversations can turn off more.',
    estimate: 'Estimate from the size of what is sent. Models count differently.',
  },
  tools: {
    title: 'Tools',
    label: (name: string) => `Tools of ${name}`,
    none: 'No calls yet and no tools offered.',
    help: 'Times are of the last 200 successful calls of each tool.',
    columns: {
      tool: 'Tool',
      calls: 'Calls',
      failed: 'Failed',
      p50: 'Median',
      p95: '95%',
      tokens: 'Tokens',
    },
    sortBy: (column: string) => `Sort by ${column}`,
    isOff: 'not sent',
  },
}

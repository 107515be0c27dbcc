import { formatCount } from '../format/time.ts'

const whole = new Intl.NumberFormat(undefined)

/** Texts of a server's calls, times and processes. */
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
  processes: {
    title: 'Processes',
    label: (name: string) => `Processes of ${name}`,
    looking: 'Looking at its processes…',
    none: 'This system doesn’t report the memory and processor time of processes.',
    memory: 'resident memory',
    processor: 'of one processor core',
    measuring: 'measuring',
    count: (count: number) => (count === 1 ? 'process' : 'processes'),
    percent: (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`,
    help: 'Its program and everything it started, also inside its container. Measured only while this page is visible. Memory that processes share counts in each.',
    more: (count: number) => formatCount(count, 'more process', 'more processes'),
    columns: { name: 'Program', pid: 'Process', memory: 'Memory', time: 'Processor time' },
  },
  tools: {
    title: 'Calls by tool',
    label: (name: string) => `Calls to ${name} by tool`,
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

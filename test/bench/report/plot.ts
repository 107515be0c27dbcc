import type { Series } from '../scales.ts'

export type Theme = 'light' | 'dark'

const [width, height] = [760, 420]
const area = { left: 64, right: 540, top: 40, bottom: 360 }
const colors = {
  light: { ground: '#ffffff', ink: '#1f2328', quiet: '#d0d7de', lines: ['#0969da', '#9a6700', '#1a7f37', '#8250df'] },
  dark: { ground: '#0d1117', ink: '#e6edf3', quiet: '#30363d', lines: ['#58a6ff', '#d29922', '#3fb950', '#bc8cff'] },
} as const

/** Cost over size, each as a multiple of the first, on logarithmic axes: the dashed line is linear growth. */
export function plotOf(series: Series[], theme: Theme): string {
  const { ground, ink, quiet, lines } = colors[theme]
  const text = (x: number, y: number, said: string, rest = ''): string =>
    `<text x="${x}" y="${y}" fill="${ink}" ${rest}>${said}</text>`
  const ticks = [1, 10, 100].flatMap((times) => [
    `<line x1="${across(times)}" x2="${across(times)}" y1="${area.top}" y2="${area.bottom}" stroke="${quiet}"/>`,
    `<line x1="${area.left}" x2="${area.right}" y1="${up(times)}" y2="${up(times)}" stroke="${quiet}"/>`,
    text(across(times), area.bottom + 20, `${times}×`, 'text-anchor="middle"'),
    text(area.left - 8, up(times) + 4, `${times}×`, 'text-anchor="end"'),
  ])
  const drawn = series.flatMap(({ name, sizes, costs }, at) => {
    const color = lines[at % lines.length] ?? ink
    const points = sizes.map((size, i) => ({
      x: across(size / (sizes[0] ?? 1)),
      y: up(Math.max(0.5, (costs[i] ?? 1) / (costs[0] ?? 1))),
    }))
    const labelled = area.top + 20 + at * 26
    return [
      `<polyline points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="${color}" stroke-width="2.5"/>`,
      ...points.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="4" fill="${color}"/>`),
      `<rect x="${area.right + 16}" y="${labelled - 9}" width="10" height="10" fill="${color}"/>`,
      text(area.right + 32, labelled, name),
    ]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Cost over size</title>
<rect width="${width}" height="${height}" fill="${ground}"/>
${ticks.join('\n')}
<line x1="${across(1)}" y1="${up(1)}" x2="${across(100)}" y2="${up(100)}" stroke="${ink}" stroke-dasharray="4 5"/>
${drawn.join('\n')}
${text(area.left, 24, 'Cost, as a multiple of the cost at 1×')}
${text((area.left + area.right) / 2, area.bottom + 44, 'Size. Dashed: linear growth', 'text-anchor="middle"')}
</svg>
`
}

const across = (times: number): number => rounded(area.left + (Math.log10(times) / 2) * (area.right - area.left))

/** From half to 200 times. */
const up = (times: number): number => {
  const share = Math.log10(times / 0.5) / Math.log10(400)
  return rounded(area.bottom - Math.min(1, share) * (area.bottom - area.top))
}

const rounded = (value: number): number => Math.round(value * 10) / 10

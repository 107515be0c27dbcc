/** Documents without reference links, in which Markdown's blocks meet in awkward ways. */
const corners = `Setext heading
in two lines
---

Paragraph right before
# a heading
#not a heading
and on
***
- tight
- list
  with more
    - nested

      loose inside
- [ ] open task
- [x] done task

1. one
1. two

   after a blank line
3) another list
- - -
> quoted
lazy line
> > deeper
>
> - list in a quotation

    indented code

    goes on
\`inline\`, *emphasis*, **strong**, ~~gone~~, https://example.com/auto and <https://example.com/angle>.

\`\`\`ts
const fence = '~~~'
\`\`
\`\`\`

~~~~
\`\`\`
~~~
~~~~
 \`\`\`
 unindented by one
   and by one again
 \`\`\`

| a | b |
|:--|--:|
| 1 | 2 |
| *3* | \`4\` |
no pipe, still a row

<div>
<b>not markup</b>
</div>

Two spaces  
break, backslash\\
break, entity &amp; &#35; and a [link](https://example.com "title").
![picture](https://example.com/p.png)

Euler wrote $e^{i\\pi} + 1 = 0$, not $5 or $6, and \\(a_1\\) \\[note\\]:
$$
\\int_0^1 x^2
- 3
$$
\\[ x \\\\[2pt]
+ y
\\]
$$ z $$ and $$ w
open

> $$
> q
> $$
- $$
  r

[^1]: A note
    that goes on

Last words with a note[^1]
`

const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

/** By name. Each long one grows in a different kind of block. */
export const documents: Record<string, string> = {
  corners,
  prose: many(30, (n) => `## Part ${n}\n\nSentence *${n}* goes\nover two lines.\n\n- item ${n}\n- item\n`),
  list: `Before\n\n${many(150, (n) => `${n + 1}. item **${n}**${n % 40 === 39 ? '\n   - nested\n' : ''}`)}\n\nAfter\n`,
  loose: many(100, (n) => `* item ${n}${n === 80 ? '\n\n  own paragraph' : ''}`),
  table: `| name | value |\n| --- | ---: |\n${many(120, (n) => `| row ${n} | \`${n}\` |`)}\n\nAfter the table\n`,
  code: `\`\`\`js\n${many(300, (n) => `const value${n} = ${n} // 𝒙`)}\n\`\`\`\n\nAfter\n`,
  math: many(40, (n) => `Let $x_${n}$ be\n$$\nx^${n}\n- 1\n$$\nor \\(y\\) for $${n}.\n`),
  line: `\`\`\`\n${'0123456789𝒙'.repeat(2000)}\n\`\`\`\n`,
}

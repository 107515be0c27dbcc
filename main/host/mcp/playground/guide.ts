/** The resource that says what there is to try. */
export const guide = `# The playground

A server that comes with Atrium. It runs inside it, reaches no file and no network, and forgets everything when it stops.

| Try | to see |
| --- | --- |
| Tell the time, Roll dice | a plain result; the same call twice |
| List notes, Read a note | links to resources and an embedded one |
| Add a note | a tool that writes, but destroys nothing |
| Delete a note | a tool that destroys |
| Draw a picture | an image as a result |
| Measure a text | a structured result with a schema |
| Price an order | nested arguments, lists and choices |
| Count down | progress, and what cancelling does |
| Ask me something | a form that a server shows you while its tool runs |
| Fail on purpose | a tool's own error |

Resources: this guide, a picture, and one for each note under \`note://{id}\`, whose ids complete.
Prompts: *Show me around*, *Write a note* and *Discuss a note*; their arguments complete, too.

It speaks the 2026-07-28 revision of the protocol, or the older one with \`"era": "legacy"\` in its configuration.
`

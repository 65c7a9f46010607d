/**
 * Run as a process of its own: fetches a file, keeps nothing of it, and says how many lines of a kind went by and what the last
 * one was. So that the memory of the server under test is its own.
 */
const [url = '', headers = '{}', body = '', kind = ''] = process.argv.slice(2)
const isCounted = new RegExp(kind)
const response = await fetch(url, { method: 'POST', headers: JSON.parse(headers) as Record<string, string>, body })
const decoder = new TextDecoder()
let rest = ''
let count = 0
let last = ''
for await (const chunk of response.body ?? []) {
  const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    if (!isCounted.test(line)) continue
    count += 1
    last = line
  }
}
process.stdout.write(JSON.stringify({ status: response.status, count, last }))

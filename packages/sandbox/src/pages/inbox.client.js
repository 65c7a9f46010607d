// Waits for the next message and reloads the page when it is there.
const inbox = document.querySelector('[data-inbox]')
const query = new URLSearchParams({ waitSeconds: '25', limit: '1' })
if (inbox.dataset.to) query.set('to', inbox.dataset.to)
if (inbox.dataset.after) query.set('after', inbox.dataset.after)

const watch = async () => {
  for (;;) {
    try {
      const answer = await fetch(`/inbox?${query}`, { headers: { accept: 'application/json' } })
      const messages = answer.ok ? await answer.json() : []
      if (messages.length > 0) return location.reload()
      if (!answer.ok) throw new Error(`status ${answer.status}`)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 3000))
    }
  }
}

void watch()

// Replaces Clerk's script in the page: the part of `window.Clerk` that its React library uses, with plain forms instead
// of Clerk's own. It calls the instance's host, as Clerk's script does.
;(() => {
  const { dataset, src } = document.currentScript
  const host = new URL(src).origin

  const ask = async (path, body = {}) => {
    const answer = await fetch(`${host}/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return answer.json()
  }

  const element = (name, more = {}, ...children) => {
    const made = Object.assign(document.createElement(name), more)
    made.append(...children)
    return made
  }

  class StandIn {
    publishableKey = dataset.clerkPublishableKey
    loaded = false
    status = 'loading'
    listeners = new Set()
    statusHandlers = new Set()

    async load(options) {
      this.options = options
      this.client = { signedInSessions: [] }
      await this.take(await ask('client'))
      this.loaded = true
      this.status = 'ready'
      for (const handler of this.statusHandlers) handler('ready')
    }

    on(event, handler, { notify = false } = {}) {
      if (event !== 'status') return
      this.statusHandlers.add(handler)
      if (notify) handler(this.status)
    }

    off(_event, handler) {
      this.statusHandlers.delete(handler)
    }

    addListener(listener, { skipInitialEmit = false } = {}) {
      this.listeners.add(listener)
      if (!skipInitialEmit) listener(this.resources())
      return () => this.listeners.delete(listener)
    }

    resources() {
      const { client, session, user } = this
      return { client, session, user, organization: null }
    }

    tell() {
      this.__internal_lastEmittedResources = this.resources()
      // Copied, because `addListener` has already called the listeners that are added meanwhile.
      const listeners = [...this.listeners]
      for (const listener of listeners) listener(this.resources())
    }

    async take({ userId }) {
      this.user = userId === null ? null : { id: userId }
      this.session =
        userId === null
          ? null
          : { id: 'sess_1', status: 'active', user: this.user, getToken: (how) => this.token(how) }
      if (userId === null) document.cookie = '__session=; path=/; max-age=0'
      else await this.token({ skipCache: true })
      this.tell()
    }

    async token({ skipCache = false } = {}) {
      if (skipCache || !this.jwt) {
        this.jwt = (await ask('client/sessions/tokens')).jwt
        document.cookie = `__session=${this.jwt}; path=/; samesite=lax`
      }
      return this.jwt
    }

    // Between two people, Clerk has neither user nor session, and the page navigates meanwhile.
    async become(answer, to) {
      this.user = undefined
      this.session = undefined
      this.tell()
      await this.options.routerPush(to)
      await this.take(answer)
    }

    async signOut({ redirectUrl }) {
      this.jwt = undefined
      await this.become(await ask('client/remove'), redirectUrl)
    }

    form(node, { path, label, to }) {
      const { localization } = this.options
      const email = element('input', { type: 'email', name: 'identifier', required: true })
      const form = element(
        'form',
        { className: 'cl-card' },
        element('label', {}, localization.formFieldLabel__emailAddress, ' ', email),
        element('button', { textContent: localization.formButtonPrimary }),
      )
      form.setAttribute('aria-label', label)
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        void ask(path, { email: email.value }).then((answer) => this.become(answer, to))
      })
      node.replaceChildren(form)
    }

    mountSignIn(node, { forceRedirectUrl, fallbackRedirectUrl }) {
      const to = forceRedirectUrl ?? fallbackRedirectUrl ?? this.options.signInFallbackRedirectUrl
      this.form(node, { path: 'client/sign_ins', label: 'Clerk sign-in', to })
    }

    mountSignUp(node) {
      const to = this.options.signUpFallbackRedirectUrl
      this.form(node, { path: 'client/sign_ups', label: 'Clerk sign-up', to })
    }

    mountUserProfile(node) {
      node.replaceChildren(element('h2', { textContent: 'Clerk profile' }))
    }

    mountUserButton(node, { userProfileUrl }) {
      const leave = element('button', { textContent: 'Esci' })
      leave.addEventListener('click', () => {
        void this.signOut({ redirectUrl: this.options.afterSignOutUrl })
      })
      const own = element('button', { textContent: 'Gestisci account' })
      own.addEventListener('click', () => void this.options.routerPush(userProfileUrl))
      const button = element('button', { className: 'cl-userButtonTrigger', textContent: 'A' })
      button.setAttribute('aria-label', 'Apri menu utente')
      button.addEventListener('click', () => node.replaceChildren(button, own, leave))
      node.replaceChildren(button)
    }

    __internal_openReverification({ afterVerification, afterVerificationCancelled, level }) {
      const confirm = element('button', { textContent: 'Conferma' })
      const cancel = element('button', { textContent: 'Annulla' })
      const dialog = element('dialog', {}, `Verifica: ${level}`, confirm, cancel)
      dialog.setAttribute('aria-label', 'Clerk verification')
      confirm.addEventListener('click', () => {
        dialog.remove()
        void ask('client/sessions/verify').then(afterVerification)
      })
      cancel.addEventListener('click', () => {
        dialog.remove()
        afterVerificationCancelled()
      })
      document.body.append(dialog)
      dialog.showModal()
    }

    __internal_updateProps() {}

    unmount(node) {
      node.replaceChildren()
    }
  }

  for (const part of ['SignIn', 'SignUp', 'UserProfile', 'UserButton']) {
    StandIn.prototype[`unmount${part}`] = StandIn.prototype.unmount
  }
  window.Clerk = new StandIn()
})()

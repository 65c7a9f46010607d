// Generated from the English texts by the build and by `node build/generate.ts`.
export type Messages = {
  "accounts": {
    "kind": "Kind of account",
    "username": "Username",
    "since": "Open since",
    "freeze": {
      "title": "Freeze your account",
      "text": "Lost your phone, or don't recognize a payment? Freeze the account at once: it still receives money, and none leaves it. You stay logged in, and you unfreeze it by proving it's you.",
      "action": "Freeze account",
      "ask": {
        "title": "Freeze your account now?",
        "text": "From then on no money leaves it, until you unfreeze it and prove it's you.",
        "later": "From then on no money leaves it. You can unfreeze it from {from} on: until then your new phone number can't confirm it's you.",
        "confirm": "Freeze now"
      },
      "done": "Your account is frozen",
      "undone": "Your account is open again",
      "frozenTitle": "Your account is frozen",
      "frozenLead": "It still receives money, and none leaves it.",
      "needed": "Nothing for now. You can unfreeze it from {from} on: until then your new phone number can't confirm it's you.",
      "neededNotMe": "Choose a new password now. You can unfreeze the account from {from} on: until then your new phone number can't confirm it's you.",
      "next": "You, from {from} on",
      "unfreezeText": "We'll ask you to prove it's you.",
      "unfreeze": "Unfreeze account",
      "cause": {
        "person": "You froze it on {at}.",
        "lostDevice": "It was frozen on {at}, when a device was reported lost.",
        "notMe": "It was frozen on {at}, when an email of ours was answered with “This wasn't me”.",
        "operator": "We froze it on {at}."
      },
      "reason": {
        "unusualActivity": "We saw activity that is unusual for you.",
        "identityDoubt": "We need to be sure that it's you who uses it. Until then nothing in it can be changed.",
        "reportedByOthers": "Others have reported payments with this account.",
        "legalOrder": "A legal order requires it."
      },
      "appeal": "If you think it's a mistake, write to us.",
      "thenYours": "Yours stays on after that, until you unfreeze the account here.",
      "ours": "Only we can lift our freeze."
    },
    "close": {
      "title": "Close your account",
      "text": "For good. The account must be empty first.",
      "action": "Close account",
      "confirm": "Close for good",
      "keep": "Keep my account",
      "frozen": "Your account is frozen, so it can't be closed now. You can close it once the freeze is over.",
      "cooling": "How you log in or confirm it's you changed recently. You can close your account from {until}.",
      "notYet": "Your account isn't empty yet. This is still in it, or on its way:",
      "balance": "{amount} of balance",
      "balanceWay": "Withdraw it, or send it to someone you know.",
      "coolingWay": "You can withdraw it from {until}, because how you log in or confirm it's you changed recently. Until then you can send up to {limit} in 24 hours, with {left} left.",
      "send": "Send money",
      "held": "{amount} on hold",
      "pending": "{what}: {amount}, {at}",
      "deposit": "Adding money",
      "received": "Payment to you",
      "sent": "Payment from you",
      "heldForYou": "It waits until you verify your identity, or goes back to the sender.",
      "heldForThem": "It waits for the receiver. Open it to take it back.",
      "finishOrCancel": "Open it to finish or cancel it.",
      "cancel": "Open it to cancel it, or wait until it's done.",
      "endsBy": "It can't be canceled any more. We expect it to be done by {day}.",
      "endsItself": "It can't be canceled any more. It ends on its own, and you'll see it in Activity.",
      "means": {
        "forGood": "It can't be undone or opened again.",
        "sessions": "You're logged out everywhere.",
        "others": "People you dealt with see “Blocked User” instead of your name.",
        "username": "Your username is never given to anyone else. Your email and phone can be used for a new account.",
        "records": "We keep the records that the law asks for, for 5 years."
      },
      "understood": "I understand that this is for good",
      "withdrawEverything": "Withdraw everything",
      "unverifiedWay": "Verify your identity to withdraw it or send it.",
      "withdraw": "Withdraw",
      "withdrawal": "Withdrawal",
      "owes": "You owe {amount} for money that went back. Add money to pay it first.",
      "credited": "{amount} credited for a problem you reported isn't yours for good yet. You can close the account once we have answered, or the credit has gone back.",
      "inDoubt": "You can close it once we know that this account is yours."
    },
    "accessLog": {
      "lead": "Every time one of our people looks at your data or does something to your account, it's written down here, as is what we send to the service that checks your identity. Our people can't change it.",
      "more": "Show more",
      "reference": "Case {reference}",
      "empty": {
        "title": "No one has looked",
        "text": "None of our people has looked at your data or done anything to your account."
      },
      "role": {
        "support": "Support",
        "compliance": "Compliance",
        "finance": "Finance",
        "administrator": "Administration",
        "operator": "Operations",
        "reviewer": "Identity check",
        "system": "Puente, automatically"
      },
      "what": {
        "profile": "Looked at your profile",
        "movements": "Looked at your activity",
        "identityFile": "Looked at a photo of your identity check",
        "identitySent": "Sent your details and photos to the service that checks your identity",
        "identityDecision": "Decided on your identity check",
        "balanceCorrection": "Corrected your balance",
        "limitOverride": "Set a limit for you",
        "limitOverrideEnded": "Ended a limit that was set for you",
        "freeze": "Froze your account",
        "unfreeze": "Unfroze your account",
        "sessionsEnded": "Logged you out everywhere",
        "factorReset": "Took off the ways to confirm it's you, because you had lost them",
        "supportTicket": "Read what you wrote to support",
        "dispute": "Decided on a problem you reported"
      },
      "why": {
        "identityCheck": "Identity check",
        "support": "You asked for help",
        "fraudCheck": "Check for fraud",
        "legalOrder": "Legal order",
        "correction": "Correction",
        "limitsReview": "Review of limits"
      }
    },
    "export": {
      "title": "Get a copy of your data",
      "text": "One ZIP with your profile, activity, files, logins and everything else we keep about you, once a day. Saved cards stay with our card processor and aren't in it. We email you when it's ready.",
      "action": "Prepare my data",
      "preparing": "We're putting your data together. You can leave this screen: we'll email you.",
      "failed": "That didn't work. Please ask for it again.",
      "ready": "Your data is ready until {at}.",
      "download": "Download",
      "next": "You can ask for a new copy from {at}.",
      "inDoubt": "You can get a copy once we know that this account is yours."
    }
  },
  "activity": {
    "title": "Activity",
    "noName": "N/A",
    "types": {
      "sent": "You sent",
      "received": "Sent you money",
      "withdraw": "Withdrawal",
      "deposit": "Money added",
      "invoice": "Invoice",
      "reward": "Reward",
      "referral": "Referral reward",
      "refund": "Refund",
      "reversal": "Returned",
      "adjustment": "Correction"
    },
    "open": {
      "sent": "Sending",
      "received": "Sending you money",
      "withdraw": "Withdrawing",
      "invoice": "Paying an invoice",
      "invoiceTheirs": "Paying your invoice"
    },
    "ended": {
      "sent": "Send canceled",
      "received": "Payment canceled",
      "deposit": "Payment canceled",
      "withdraw": "Withdrawal canceled",
      "invoice": "Invoice payment canceled",
      "invoiceTheirs": "Invoice payment canceled"
    },
    "states": {
      "PENDING": "Pending",
      "ON HOLD": "On hold",
      "CANCELLED": "Canceled",
      "COMPLETED": "Completed"
    },
    "wasDeclined": "Declined",
    "declined": "Card declined",
    "toPay": {
      "badge": "Not paid yet",
      "title": "Pay {amount} from your bank by {until}",
      "text": "It completes on its own once your payment reaches us.",
      "overBadge": "Not needed",
      "over": {
        "paid": "Already paid: don't send {amount} by Zelle",
        "declined": "You declined this: don't send {amount} by Zelle",
        "cancelled": "No longer requested: don't send {amount} by Zelle",
        "expired": "This request expired: don't send {amount} by Zelle"
      },
      "overText": "Cancel this payment if you haven't sent the money. If you have, leave it open: once it reaches us, we'll add it to your balance{fee, plural, =0 {} other {, fee included}}.",
      "sent": "I've sent it"
    },
    "timeline": {
      "label": "Progress so far",
      "steps": {
        "pending": "Started",
        "unclaimed": "Waiting to be claimed",
        "onHold": "On hold",
        "cancelled": "Canceled",
        "completed": "Completed",
        "returned": "Returned",
        "voided": "Voided",
        "approval": "Waiting for approval",
        "approved": "Approved by {name}",
        "notApproved": "Not approved by {name}",
        "contested": "Disputed",
        "decided": "Decision",
        "warned": "Fraud warning",
        "chargedBack": "Charged back",
        "takenBack": "Taken back",
        "refunded": "Refunded",
        "refundFailed": "Refund failed",
        "kept": "Payment stands",
        "cleared": "Warning cleared"
      },
      "expected": "Expected {days}",
      "done": "done",
      "current": "in progress",
      "upcoming": "up next",
      "failed": "stopped"
    },
    "filters": {
      "label": "Filter",
      "all": "All",
      "received": "Received",
      "sent": "Sent",
      "deposit": "Added",
      "withdraw": "Withdrawn",
      "invoice": "Invoices",
      "rewards": "Rewards",
      "corrections": "Refunds and corrections",
      "dates": "Dates",
      "balance": "Running balance",
      "search": "Search",
      "searchHint": "Name, note, amount or reference",
      "clearSearch": "Clear search",
      "from": "From",
      "to": "To",
      "clear": "Clear filters",
      "statement": "Download a statement",
      "wrongOrder": "The end date can't be before the start date"
    },
    "today": "Today",
    "yesterday": "Yesterday",
    "more": "Show more",
    "end": "That's everything",
    "searchedTo": "Searched back to {day}",
    "searchOn": "Search further back",
    "balanceAfter": "Balance {amount}",
    "empty": {
      "title": "No activity yet",
      "text": "Money you send, receive or add will show up here.",
      "search": "Try another word, or remove a filter.",
      "addMoney": "Add money"
    },
    "choose": "Choose a transaction to see its details.",
    "moreFailed": "The rest didn't load",
    "detail": {
      "title": "Transaction",
      "close": "Close details",
      "from": "From",
      "to": "To",
      "you": "{name} (you)",
      "outside": {
        "card": "Card",
        "bank": "Bank account",
        "zelle": "Zelle",
        "paypal": "PayPal"
      },
      "method": "Method",
      "asked": "Asked for",
      "received": "Received",
      "date": "Date",
      "paidAt": "Completed",
      "fee": "Fee",
      "reference": "Reference",
      "balance": "Balance after",
      "balanceNote": "Money on hold counts too",
      "note": "Note",
      "notFound": "We can't find this transaction",
      "sendAgain": "Send again",
      "sendBack": "Send money to {name}",
      "tryDeposit": "Add money again",
      "verify": "Verify your identity",
      "takeBack": "Cancel and get it back",
      "takenBack": "The money is back in your balance",
      "takeBackTitle": "Get {amount} back?",
      "takeBackText": "{name} won't receive it. The money goes straight back to your balance.",
      "keep": "Keep waiting",
      "related": "Related transaction",
      "showRelated": "View",
      "amount": "Amount",
      "happening": "Progress",
      "openZelle": "How to pay",
      "showReturn": "View the return",
      "showSetAside": "View the amount set aside",
      "showRelatedOf": "View related transaction {number}",
      "showAttempt": "View the other attempt",
      "showWithdrawal": "View the withdrawal",
      "undo": "Undo",
      "invoice": "Invoice"
    },
    "privateNote": {
      "title": "Private note",
      "hint": "Only you can see it.",
      "add": "Add a private note",
      "edit": "Edit",
      "save": "Save note",
      "saved": "Note saved",
      "left": "{count} characters left"
    },
    "hold": {
      "providerHoldsTitle": "PayPal hasn't released the money yet",
      "providerHolds": "PayPal is reviewing this payment, or waiting for the money from your bank. Until that's done, the payment can't be canceled. You don't need to do anything; you'll see the result in Activity.",
      "zelleMismatch": "The payment we received doesn't match this one. We're comparing the amount and the name; you'll see the result in Activity. You don't need to do anything.",
      "zelleNotSeen": "Your transfer hasn't reached our bank yet. Check in your bank's app that it was sent. We keep looking for 48 hours.",
      "recipientKycRequired": "We're holding this money until the person you sent it to verifies their identity. If they don't, it comes back to you.",
      "recipientKycRequiredMine": "Verify your identity to get this money. If you don't, it goes back to the sender.",
      "underReview": "Someone on our team is reviewing this payment. You don't need to do anything. It moves on once they're done.",
      "providerUnknown": "We're waiting to hear how this payment ended. Nothing is charged or sent twice.",
      "approverWait": "Someone else has to approve this payment first.",
      "deadline": "{name} has until {date}. Until then you can take the money back.",
      "deadlineMine": "You have until {date}.",
      "zelleAmount": "We have your {received}; we expected {expected}. We're checking it, and you'll see the result in Activity. You don't need to do anything.",
      "notYetTheirs": "{name} has received nothing yet.",
      "approverWaitNamed": "{names} decides next, until {date}. If it isn't approved by then, the money goes back to your balance. Until then you can take it back.",
      "approverWaitTheirs": "This payment still has to be approved on {name}'s side. You know by {date} whether it comes.",
      "providerReview": "{method, select, paypal {PayPal} other {The bank}} is reviewing this payment. You don't need to do anything here. It moves on once they're done.",
      "disputed": "{method, select, paypal {PayPal} zelle {Your bank} other {Your card company}} is checking whether your payment stands. Until it decides, this amount is set aside. If it stands, the money is available again.",
      "disputedTheirs": "{method, select, paypal {PayPal} zelle {{name}'s bank} other {{name}'s card company}} is checking whether their payment to you stands. Until it decides, this amount is set aside. If it stands, the money is available again.",
      "fraudWarning": "Your card company flagged your payment as possible fraud. This amount is set aside in case the payment is disputed. {until, select, none {If it isn't} other {If it isn't by {until}}}, the money is available again.",
      "fraudWarningTheirs": "{name}'s card company flagged their payment to you as possible fraud. This amount is set aside in case the payment is disputed. {until, select, none {If it isn't} other {If it isn't by {until}}}, the money is available again."
    },
    "cancel": {
      "cancelledByUser": "This was canceled. No money moved.",
      "takenBack": "This was taken back. The money is in your balance.",
      "takenBackTheirs": "This was taken back before it reached you.",
      "declined": "Your card was declined and nothing was charged. Try again, or use another card.",
      "expired": "This wasn't finished in time. Nothing was charged, and you can start again.",
      "rejected": "We couldn't approve this payment. Your balance hasn't changed. Contact support if you have questions.",
      "cancelledZelle": "This was canceled. If you've paid from your bank, that money goes back there.",
      "expiredZelle": "We didn't find your payment in time, so this was canceled. If you've paid from your bank, that money goes back there. You can start again.",
      "rejectedZelle": "We couldn't approve this payment. If you've paid from your bank, that money goes back there. Contact support if you have questions.",
      "addedInstead": "The money that came didn't match this payment, so it didn't go through. We added the {amount} that came to your balance instead.",
      "sentBack": "The money that came didn't match this payment, so it didn't go through. The {amount} that came goes back to your bank, and so does anything that came later.",
      "cameLate": "This had already ended when your payment came, so it wasn't used. The {amount} that came goes back the way you paid.",
      "returned": "This payment was disputed, refunded or taken back before it went through, so it was canceled. Money that's returned goes back the way it was paid.",
      "unclaimed": "Nobody claimed the money in time, so it came back. Check with the person before you send it again.",
      "recipientDidNotVerify": "The receiver didn't verify their identity in time, so the money went back to the sender.",
      "declinedOther": "This payment was declined and nothing was charged. Try again, or pay another way.",
      "notNeeded": "This wasn't needed anymore, so it's back in your balance{fee, plural, =0 {} other {, fee included}}.",
      "undeliverable": "This couldn't reach them, so the money is in your balance{fee, plural, =0 {} other {, fee included}}.",
      "approverDeclined": "{name} didn't approve this payment. The money is in your balance again.",
      "approverDeclinedTheirs": "This payment wasn't approved, so the money went back to the sender.",
      "approverExpired": "Nobody approved this in time. The money is in your balance again.",
      "approverExpiredTheirs": "This payment wasn't approved in time, so the money went back to the sender.",
      "triedAgain": "You tried this payment again, so this attempt was closed. Nothing was charged for it.",
      "paidAgain": "You paid in another attempt. Nothing was charged for this one.",
      "noLongerDue": "This no longer needs to be paid. If you've paid from your bank, that money goes back there."
    },
    "paidBy": {
      "card": "by card",
      "paypal": "with PayPal",
      "zelle": "by Zelle"
    },
    "paying": {
      "card": "Card payment",
      "paypal": "PayPal payment",
      "zelle": "Zelle payment",
      "bank": "Bank payment",
      "wallet": "Payment"
    },
    "rejected": "Transaction declined",
    "withdrawal": {
      "cancel": "Cancel withdrawal",
      "cancelTitle": "Cancel this withdrawal of {amount}?",
      "cancelText": "{fee, plural, =0 {The amount goes} other {The amount and its fee go}} straight back to your balance.",
      "keep": "Keep it",
      "cancelled": "The withdrawal was canceled. The money is in your balance.",
      "unclaimed": "Not claimed yet",
      "unclaimedText": "The money has to be claimed at PayPal with {email}. If nobody claims it, it comes back to you on {date}{fee, plural, =0 {} other {, fee included}}.",
      "ended": {
        "cancelledByUser": "This withdrawal was canceled. {total}{fee, plural, =0 {} other { with its fee}} is back in your balance.",
        "declined": "This withdrawal wasn't accepted. {total}{fee, plural, =0 {} other { with its fee}} is back in your balance.",
        "rejected": "This withdrawal wasn't accepted. {total}{fee, plural, =0 {} other { with its fee}} is back in your balance.",
        "returned": "{total}{fee, plural, =0 {} other { with its fee}} is back in your balance.",
        "unclaimed": "Nobody claimed the money at PayPal in time. {total}{fee, plural, =0 {} other { with its fee}} is back in your balance.",
        "expired": "This withdrawal didn't go out in time. {total}{fee, plural, =0 {} other { with its fee}} is back in your balance.",
        "recipientDidNotVerify": "This withdrawal was stopped. {total}{fee, plural, =0 {} other { with its fee}} is back in your balance.",
        "keptApart": "We had to keep this money apart, so it isn't in your balance."
      },
      "cameBack": "This money came back.",
      "sentBack": "{method, select, paypal {PayPal} other {The bank}} sent this money back.",
      "isBack": "{amount} is back in your balance.",
      "next": {
        "addAccount": "Add another account.",
        "correctAccount": "Correct the account or add another.",
        "withdrawAgain": "You can withdraw it again.",
        "checkAccount": "Check the account before you try again.",
        "checkPaypal": "Check your PayPal account before you try again."
      },
      "isKept": "It's under review and isn't in your balance. You don't need to do anything.",
      "isChecked": "We're checking why. Then the money goes back to your balance, or we'll ask you for more information.",
      "isBlocked": "We have to keep it apart while our team reviews it, so it isn't in your balance. We can't say how long that takes.",
      "tookApart": "This is the money of a withdrawal that we had to keep apart. It isn't in your balance.",
      "nextStep": {
        "addAccount": "Add account",
        "correctAccount": "Correct it",
        "withdrawAgain": "Withdraw again"
      }
    },
    "arrival": {
      "at": "Arrives at {time}",
      "mine": "Until then you can undo it.",
      "theirs": "{name} can still take it back until then."
    },
    "anyOf": "{first} or {second}",
    "disputeSteps": {
      "credited": "Credit while we look",
      "corrected": "Correction in your favor",
      "takenBack": "Credit taken back"
    },
    "debtSteps": {
      "paid": "Payment of what you owed",
      "givenBack": "Given back: nothing was owed"
    },
    "leftDebt": {
      "owed": "You owe {amount}",
      "owedText": "The money of this transaction was taken back after it had been spent. Until you've paid what you owe, you can't send or withdraw. Money that comes in pays it first.",
      "pay": "Add money",
      "settled": "Taken back, and settled",
      "settledText": "The money of this transaction was taken back after it had been spent. You don't owe anything any more."
    },
    "returnOf": {
      "own": "Money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}}",
      "theirs": "Their {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment"
    },
    "goesBack": {
      "chargedBack": "Your {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment was charged back, so this amount left your balance.",
      "chargedBackTheirs": "{name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment was charged back, so this amount left your balance.",
      "takenBack": "{method, select, paypal {PayPal} other {The bank}} took back your {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment, so this amount left your balance.",
      "takenBackTheirs": "{method, select, paypal {PayPal} other {The bank}} took back {name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment, so this amount left your balance.",
      "refunded": "Your {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment was refunded to you, so this amount left your balance.",
      "refundedTheirs": "{name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment was refunded to them, so this amount left your balance.",
      "refundFailed": "The refund of your {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment failed, so this amount is in your balance again.",
      "refundFailedTheirs": "The refund of {name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment failed, so this amount is in your balance again.",
      "kept": "The dispute over your {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment ended in your favor. The money is available again.",
      "keptTheirs": "The dispute over {name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment ended in your favor. The money is available again.",
      "cleared": "The fraud warning about your card payment was cleared. The money is available again.",
      "clearedTheirs": "The fraud warning about {name}'s card payment was cleared. The money is available again.",
      "replaced": "Newer information about the same payment has taken the place of this entry."
    },
    "receiverGoesBack": {
      "warned": "{name}'s card company flagged their payment to you as possible fraud. {amount} of it is set aside in case the payment is disputed.",
      "contested": "{method, select, paypal {PayPal} zelle {{name}'s bank} other {{name}'s card company}} is checking whether their payment to you stands. Until it decides, {amount} of it is set aside.",
      "chargedBack": "{name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment was charged back: {part, select, yes {{amount} of {total}} other {{amount}}} left your balance.",
      "takenBack": "{method, select, paypal {PayPal} other {The bank}} took back {name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment: {part, select, yes {{amount} of {total}} other {{amount}}} left your balance.",
      "refunded": "{name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment was refunded to them: {part, select, yes {{amount} of {total}} other {{amount}}} left your balance.",
      "refundFailed": "The refund of {name}'s {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment failed: {amount} is in your balance again."
    },
    "payerGoesBack": {
      "warned": "Your card company flagged this payment as possible fraud, and it may be disputed. If no dispute comes, the warning ends after about four months at the latest.",
      "contested": "{method, select, paypal {PayPal} zelle {Your bank} other {Your card company}} is checking whether this payment stands. Until it decides, the payment is disputed. That can take two to three months.",
      "chargedBack": "This payment was charged back: {amount} went back to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}.",
      "takenBack": "{method, select, paypal {PayPal} other {The bank}} took this payment back: {amount} went back to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}.",
      "refunded": "{amount} was refunded to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}.",
      "refundFailed": "The refund of {amount} to your {method, select, paypal {PayPal account} zelle {bank account} other {card}} failed: {name} keeps the money.",
      "kept": "This payment stands: {name} keeps the money.",
      "keptOwn": "The dispute ended in your favor: this payment stands.",
      "cleared": "The fraud warning was cleared: {name} keeps the money.",
      "clearedOwn": "The fraud warning was cleared: this payment stands.",
      "refundFailedOwn": "The refund of {amount} to your {method, select, paypal {PayPal account} zelle {bank account} other {card}} failed, so the payment stands."
    },
    "takenBack": {
      "reward": "Reward taken back",
      "referral": "Referral reward taken back",
      "why": "Taken back because what earned it came back.",
      "whyPaid": "What earned this reward came back, so {amount} of it left your balance again.",
      "whyPartly": "What earned this reward came back, so {amount} of it left your balance again. Later rewards make up for the other {rest}.",
      "whyVoided": "What earned this reward came back. It wasn't in your balance any more, so later rewards make up for the {amount}."
    },
    "zelleMatched": "We matched a Zelle payment to you. It didn't fit the payment it was for, so we added it to your balance."
  },
  "approvers": {
    "title": "Approvers",
    "decideTitle": "Payment to approve",
    "lead": "Someone you trust can look at payments from your balance before they go. They see who gets the money, how much and your note. They don't see your balance or your history, and they can't move anything.",
    "mine": "Who approves your payments",
    "none": "No one yet. Payments from your balance go without approval.",
    "add": "Add an approver",
    "choose": "Who should approve your payments?",
    "chooseNone": "Search for a person by name, username, email or phone.",
    "full": "You can have 3 approvers. Remove one to add another.",
    "uncovered": "Approval covers payments from your balance to other people: sends, requests, invoices and schedules. It doesn't cover withdrawals, payments by card, PayPal or Zelle, or refunds of invoices.",
    "anyone": "If you have several, the first one to answer decides.",
    "rule": {
      "title": "What needs approval",
      "for": "{name} approves",
      "newPayee": "The first payment to someone",
      "above": "Payments above an amount",
      "aboveAmount": "Above",
      "aboveHint": "Payments to the same person within 24 hours count together. Choose $0.00 for every payment.",
      "aboveMissing": "Enter an amount",
      "empty": "Choose at least one",
      "invite": "Send invitation",
      "save": "Save",
      "looser": "What protects less than now takes effect in 24 hours. We ask you to confirm it's you.",
      "second": "As you already have an approver, this one can decide on their payments too after 24 hours."
    },
    "rules": {
      "newPayee": "First payments to someone",
      "above": "Payments above {amount}",
      "both": "First payments to someone, and payments above {amount}",
      "every": "Every payment from your balance",
      "everyTheirs": "Every payment from their balance"
    },
    "badges": {
      "invited": "Invited",
      "active": "Active"
    },
    "waitsForAnswer": "{name} hasn't answered yet. Until then nothing needs approval.",
    "endsAt": "Ends on {at}. Until then everything needs approval as before.",
    "nextAt": "From {at} on: {rule}. Until then the rule stays as it is.",
    "decidesFrom": "Decides beside your other approvers from {at} on.",
    "change": "Change",
    "remove": "Remove",
    "withdraw": "Take back invitation",
    "keep": "Undo",
    "changeWho": "Change what {name} approves",
    "removeWho": "Remove {name}",
    "withdrawWho": "Take back the invitation to {name}",
    "keepWho": "Undo the change for {name}",
    "removeTitle": "Remove {name} as approver?",
    "removeText": "This takes 24 hours. Until then payments need approval as before, and you can undo it. We let {name} know.",
    "removing": "{name} stops approving in 24 hours",
    "withdrawn": "The invitation was taken back",
    "kept": "Everything stays as it is",
    "invited": "You invited {name}",
    "changed": "Saved",
    "theirs": "You approve for",
    "asksYou": "{name} asks you to approve: {rule}. You see these payments before they go, and have 24 hours to decide.",
    "accept": "Accept",
    "decline": "Decline",
    "acceptWho": "Accept {name}'s request",
    "declineWho": "Decline {name}'s request",
    "accepted": "You now approve payments of {name}",
    "declined": "You declined",
    "since": "Since {day}",
    "theirEndsAt": "Until {at}",
    "leave": "Stop",
    "leaveWho": "Stop approving for {name}",
    "leaveTitle": "Stop approving for {name}?",
    "leaveText": "This takes effect at once, and we let {name} know. Payments that wait for you alone go back when their time is over.",
    "left": "You no longer approve payments of {name}",
    "back": "Go back",
    "decisions": {
      "title": "Waiting for you",
      "row": "{name} to {payee}",
      "until": "Until {at}"
    },
    "decide": {
      "pays": "{name} wants to pay",
      "first": "Their first payment to this person",
      "known": "They have paid this person before",
      "note": "Note",
      "noNote": "No note",
      "made": "Made",
      "until": "Decide by",
      "untilText": "If no one decides by then, the payment is canceled and the money goes back.",
      "approve": "Approve {amount}",
      "decline": "Decline",
      "careful": "If you're unsure, call {name} before you approve. Once the money has arrived, it can't be taken back.",
      "declineTitle": "Decline this payment?",
      "declineText": "The money goes back to {name}'s balance, and we let both of them know.",
      "outcomes": {
        "approved": "This payment was approved",
        "declined": "This payment was declined",
        "cancelled": "This payment was canceled. No money moved.",
        "expired": "No one decided in time. The money went back."
      },
      "done": {
        "approved": "Approved",
        "declined": "Declined",
        "cancelled": "It was canceled meanwhile",
        "expired": "The time was over"
      },
      "gone": "There's nothing to decide",
      "goneText": "This payment isn't yours to approve, or not anymore.",
      "all": "All approvals"
    },
    "first": {
      "title": "{names} approves first",
      "text": "The money is set aside for up to 24 hours. If it isn't approved by then, it goes back to your balance.",
      "arrives": "Usually seconds after it's approved",
      "impossibleTitle": "This can't be approved",
      "impossible": "It goes to the person who approves your payments, and no one else could. Name a second approver or choose a smaller amount."
    }
  },
  "auth": {
    "email": "Email",
    "password": "Password",
    "show": "Show password",
    "hide": "Hide password",
    "signIn": {
      "title": "Log in",
      "welcome": "Your money, where it needs to be.",
      "submit": "Log in",
      "forgot": "Forgot your password?",
      "noAccount": "New to {appName}?",
      "signUp": "Create an account",
      "passkey": "Log in with a passkey"
    },
    "offerKorean": "한국어로 보시겠어요?",
    "signUp": {
      "title": "Create your account",
      "invited": "{name} invited you to Puente",
      "progress": "Sign-up steps",
      "steps": {
        "details": "Account",
        "phone": "Phone",
        "code": "Code",
        "business": "Business",
        "address": "Address"
      },
      "kind": "What's the account for?",
      "individual": "Personal use",
      "business": "Business",
      "fullName": "Full name",
      "passwordHint": "At least 8 characters, with a number and a capital letter. 15 or more is safer.",
      "suggestion": "Did you mean <use>{email}</use>?",
      "terms": "I've read and accept the <terms>terms</terms> and the <privacy>privacy policy</privacy>",
      "acceptTerms": "Please, accept the terms",
      "submit": "Create account",
      "haveAccount": "Already have an account?",
      "signIn": "Log in"
    },
    "emailStep": {
      "title": "Check your inbox",
      "text": "We emailed a 6-digit code to {email}. You can also open the link in that email.",
      "code": "Code from the email",
      "verify": "Verify email",
      "verified": "Email verified",
      "later": "I'll do it later",
      "resend": "Send a new code",
      "resendIn": "Send a new code in {time}",
      "resent": "We're sending you a new code",
      "askTitle": "Verify your email",
      "ask": "We'll email a 6-digit code to {email}."
    },
    "phoneStep": {
      "tab": "Add your phone",
      "title": "What's your phone number?",
      "text": "We'll text you a code to make sure it's yours.",
      "phone": "Phone number",
      "hint": "A US number with area code, like <number>+1 (305) 555-0134</number>",
      "notUs": "Use a US number: +1 and ten digits.",
      "send": "Text me a code"
    },
    "codeStep": {
      "title": "Enter the code",
      "text": "We're texting a 6-digit code to <number>{phone}</number>. It works for 10 minutes.",
      "code": "Code from the text",
      "verify": "Verify phone",
      "verified": "Phone verified",
      "change": "Change number",
      "request": "Text me a code",
      "askTitle": "Verify your phone",
      "ask": "We'll text a 6-digit code to <number>{phone}</number>."
    },
    "addressStep": {
      "title": "Where do you live?",
      "businessTitle": "Where is your business?",
      "text": "The law requires us to ask. We'll never use it for advertising.",
      "line1": "Street address",
      "line2": "Apartment or suite",
      "city": "City",
      "state": "State",
      "chooseState": "Choose a state",
      "zipCode": "ZIP code",
      "line1Missing": "Enter your street address",
      "cityMissing": "Enter your city",
      "stateMissing": "Choose your state",
      "zipCodeMissing": "Enter your ZIP code",
      "zipCodeDigits": "ZIP codes have 5 digits",
      "finish": "Finish"
    },
    "confirmation": {
      "title": "Verify your email",
      "working": "Verifying your email",
      "doneTitle": "Your email is verified",
      "doneText": "We can now reach you at {email}.",
      "failedTitle": "We couldn't verify your email",
      "noToken": "Open the link in our email again, or log in and enter the code.",
      "continue": "Continue",
      "alreadyTitle": "You're all set",
      "linkTitle": "This link doesn't work",
      "elsewhereText": "{email} is verified. This browser didn't open the account, so we logged out the one that did. Log in with the password you chose.",
      "notYours": "If you did not open this account, reset the password.",
      "logIn": "Log in",
      "reset": "Reset the password"
    },
    "verifyUser": {
      "title": "Email and phone",
      "lead": "You need both verified before you can move money.",
      "verified": "Verified",
      "waiting": "Not verified",
      "noPhone": "No phone number yet",
      "verifyEmail": "Verify email",
      "verifyPhone": "Verify phone",
      "emailTitle": "Verify your email",
      "sendCode": "Send me a code"
    },
    "verifyAccount": {
      "title": "Verify your phone"
    },
    "reset": {
      "title": "Reset your password",
      "text": "Enter your email and we'll send you a link.",
      "realEmail": "Please use real email",
      "send": "Send me a link",
      "newTitle": "Choose a new password",
      "newPassword": "New password",
      "confirmPassword": "Enter it again",
      "mustMatch": "This field must match your new password",
      "mustMatchNotice": "New and confirm passwords must match",
      "change": "Change password",
      "changed": "Password changed successfully",
      "successTitle": "Check your inbox",
      "sent": "If the account provided is correct, you will receive an email in your inbox",
      "linkLife": "The link works once, within 30 minutes.",
      "resend": "Send it again",
      "resent": "Password recovery email has been resent",
      "back": "Back to log in",
      "overTitle": "This link no longer works",
      "overText": "A link works once, within 30 minutes. Enter your email and we'll send you a new one."
    }
  },
  "business": {
    "title": "Your business",
    "stepTitle": "About your business",
    "lead": "People who pay you see the name of your business. The EIN and kind are for us, and for checking your identity.",
    "row": "Business",
    "name": "Name of the business",
    "nameHint": "As it is registered",
    "nameMissing": "Enter the name of your business",
    "ein": "EIN",
    "einHint": "Your 9-digit tax ID from the IRS, like 12-3456789",
    "einAgain": "Now it ends in {last4}. Enter the whole number again to save.",
    "einMissing": "Enter your EIN",
    "einEnds": "Ends in {last4}",
    "einShort": "EIN ends in {last4}",
    "kind": "Kind of business",
    "chooseKind": "Choose one",
    "kindMissing": "Choose the kind of business",
    "kinds": {
      "soleProprietor": "Sole proprietor",
      "llc": "LLC",
      "corporation": "Corporation",
      "partnership": "Partnership",
      "nonprofit": "Nonprofit"
    }
  },
  "cards": {
    "name": "{brand} ending in {last4}",
    "card": "Card",
    "expires": "Expires {month}",
    "expired": "Expired {month}",
    "choose": "Pay with",
    "new": "Another card",
    "newText": "You enter it on a secure card page. We never see the number.",
    "save": "Save this card for next time",
    "listFailed": "Your saved cards didn't load.",
    "title": "Saved cards",
    "lead": "Cards you pay with. The card provider keeps them; we never see the number.",
    "none": "No saved cards",
    "noneText": "Save a card here, or when you next pay with one.",
    "add": "Add a card",
    "first": "Default",
    "makeFirst": "Make default",
    "remove": "Remove card",
    "removeTitle": "Remove {name}?",
    "removeText": "You can add it again anytime. Payments you've made stay as they are.",
    "keep": "Keep it",
    "removed": "Card removed",
    "enterText": "You enter your card on a secure page. We never see the number."
  },
  "common": {
    "appName": "Puente",
    "notices": "Notices",
    "dismiss": "Dismiss",
    "loading": "Loading",
    "working": "One moment",
    "back": "Back",
    "close": "Close",
    "cancel": "Cancel",
    "continue": "Continue",
    "save": "Save",
    "retry": "Try again",
    "optional": "Optional",
    "done": "done",
    "emailMissing": "Enter your email",
    "requiredFields": "Please, fill out all required fields",
    "sixDigits": "Enter the 6 digits",
    "noResults": "No results found",
    "blockedUser": "Blocked User",
    "checking": "We're checking whether this went through. Nothing will be sent twice.",
    "unreachable": {
      "offline": "No Internet connection",
      "timeout": "This is taking too long. Please try again.",
      "broken": "The file broke off before its end. Nothing was saved."
    },
    "loadFailed": {
      "title": "This didn't load",
      "text": "Your money isn't affected.",
      "tooOften": "Too many attempts",
      "wait": "You can try again in {wait}.",
      "again": "You can try again now."
    },
    "languages": {
      "label": "Language",
      "en": "English",
      "es": "Español",
      "ko": "한국어"
    }
  },
  "contacts": {
    "block": {
      "open": "Block {name}",
      "title": "Block {name}?",
      "noMoney": "Neither of you can send to the other or ask the other for money.",
      "notFound": "You don't find each other in search.",
      "history": "Past payments stay in your Activity, as Blocked User.",
      "notTold": "They aren't told. You can unblock them in Settings.",
      "action": "Block",
      "done": "{name} is blocked"
    },
    "blocked": {
      "title": "Blocked people",
      "lead": "They can't send to you, ask you for money or find you, and you can't either.",
      "none": "You haven't blocked anyone",
      "noneText": "You can block a person from one of their payments or from their profile.",
      "closed": "Closed account",
      "since": "Since {day}",
      "unblock": "Unblock",
      "unblockWho": "Unblock {name}",
      "done": "{name} is no longer blocked"
    },
    "person": {
      "title": "Profile",
      "business": "Business",
      "send": "Send",
      "sendAmount": "Send {amount}",
      "request": "Request",
      "own": "Show my QR code",
      "unknown": "We can't find this person",
      "unknownText": "The username may be wrong, or the account can't receive money now.",
      "home": "Go home"
    }
  },
  "content": {
    "titles": {
      "terms": "Terms of use",
      "privacy": "Privacy notice",
      "conduct": "Code of conduct",
      "kyc": "Identity verification",
      "copyright": "Copyright and trademarks"
    },
    "hints": {
      "terms": "What we do for you, and what you agree to",
      "privacy": "What we keep, why, and who sees it",
      "conduct": "What the app is not for",
      "kyc": "What we ask for, and what happens to it",
      "copyright": "Whose the names, texts and software are"
    },
    "about": {
      "title": "About this app",
      "what": "{appName} holds a balance in US dollars for you. You add money, send it to other people and see where each cent went.",
      "texts": "What we promise and what we ask"
    },
    "faqs": {
      "search": "Search questions",
      "found": "{count, plural, one {# question found} other {# questions found}}",
      "none": "No results found",
      "noneText": "Try fewer or other words.",
      "topics": {
        "start": "Getting started",
        "money": "Money",
        "limits": "Limits",
        "security": "Security",
        "account": "Your account"
      }
    }
  },
  "credentials": {
    "password": {
      "title": "Change password",
      "lead": "We'll log you out on every other device.",
      "current": "Current password",
      "new": "New password",
      "hint": "At least 8 characters, with a number and a capital letter. 15 or more is safer.",
      "confirm": "New password again",
      "mustMatch": "This field must match your new password",
      "mustMatchNotice": "New and confirm passwords must match",
      "submit": "Change password",
      "changed": "Password changed successfully",
      "forgot": "Forgot your current password? <out>Log out and reset it</out>",
      "noneTitle": "Your account has no password",
      "noneText": "You log in with another service. You can choose a password too: we'll first ask that service to confirm it's you.",
      "choose": "Choose a password"
    },
    "email": {
      "title": "Change email",
      "now": "Your email",
      "lead": "We'll email a code to the new address. Until you enter it, your current email stays in use.",
      "label": "New email",
      "submit": "Email me a code",
      "sent": "We emailed a 6-digit code to {address}. It works for 24 hours.",
      "code": "Code from the email",
      "confirm": "Change email",
      "another": "Use another address",
      "changed": "Email changed. You now log in with it.",
      "after": "For 24 hours after the change you can't withdraw and can send less than usual.",
      "frozen": "Your email can't be changed while your account is frozen.",
      "returned": "Our emails to this address come back.",
      "again": "Verify it again",
      "againSent": "We emailed a 6-digit code to {address}."
    },
    "phone": {
      "title": "Change phone number",
      "now": "Your number",
      "lead": "We'll text a code to the new number. Until you enter it, your current number stays in use.",
      "label": "New phone number",
      "submit": "Text me a code",
      "sent": "We texted a 6-digit code to {number}. It works for 10 minutes.",
      "code": "Code from the text",
      "confirm": "Change number",
      "another": "Use another number",
      "changed": "Phone number changed",
      "after": "For 72 hours after the change you can't withdraw and can send less than usual. Without a passkey or an authenticator app you also can't confirm larger payments, unfreeze your account or change security settings in that time, so add one first.",
      "frozen": "Your phone number can't be changed while your account is frozen.",
      "unverified": "Verify your phone first",
      "unverifiedText": "You can correct the number while you do.",
      "verify": "Verify phone"
    },
    "notMe": {
      "title": "Wasn't you?",
      "text": "If someone else changed your account or logged in to it, freeze it now. It takes one tap:",
      "logOut": "Everyone is logged out of your account, on every device.",
      "freeze": "No money can leave it. You still receive money.",
      "stop": "A change that isn't finished yet is stopped.",
      "submit": "Freeze my account",
      "doneTitle": "Your account is frozen",
      "done": "Everyone is logged out. Choose a new password, then log in to unfreeze your account.",
      "write": "Write to us",
      "doneReview": "Everyone is logged out. Now write to {email}: we make sure it's you before money can leave or anyone can choose a new password.",
      "doneEmailBack": "Everyone is logged out, and your account has the email back that our notice went to. Now write to {email}: we make sure it's you before money can leave or anyone can choose a new password.",
      "usedTitle": "This link was already used",
      "used": "It froze your account and logged everyone out. The email we sent you then says what to do next. If you need help, write to {email}.",
      "reset": "Choose a new password",
      "help": "Can't log in? Write to {email} and we'll help.",
      "failedTitle": "This link doesn't work",
      "noToken": "Open the link in our email again.",
      "over": "It works once, within 7 days. Open the link in our email again, or write to us."
    }
  },
  "disputes": {
    "title": "Reported problems",
    "detail": "Reported problem",
    "report": "Report a problem",
    "show": "Show the report",
    "yours": "Your reports",
    "choose": "Choose a report to see it here.",
    "close": "Close",
    "empty": {
      "title": "No problems reported",
      "text": "If something is wrong with a transaction, open it under Activity and report it there.",
      "action": "Open Activity"
    },
    "kind": "What is wrong?",
    "kinds": {
      "unauthorised": "It wasn't me",
      "wrongAmount": "The amount is wrong",
      "notReceived": "It never arrived",
      "duplicate": "It was charged twice",
      "other": "Something else"
    },
    "kindTexts": {
      "unauthorised": "Someone else made this transaction",
      "wrongAmount": "It differs from what was agreed",
      "notReceived": "The money, or what you paid for, didn't arrive",
      "duplicate": "The same payment went through more than once",
      "other": "Tell us in your own words"
    },
    "kindMissing": "Choose what is wrong",
    "amount": "How much is in question?",
    "amountHint": "At most {amount}",
    "cancelFirst": {
      "takeBack": "You can still get {amount} back",
      "takeBackText": "It hasn't arrived yet. Cancel it now and the money goes straight back to your balance.",
      "cancel": "You can still cancel this",
      "cancelText": "It hasn't gone through yet. Canceling it now is faster than a report."
    },
    "stolen": {
      "title": "Did someone get into your account?",
      "text": "Freeze it now: nothing can leave it then.",
      "action": "Freeze account"
    },
    "description": "What happened?",
    "descriptionHint": "When did you notice, and what should have happened?",
    "promise": "We look into it within 10 business days, or 20 if your account is new.",
    "mayCredit": "If that isn't enough and your identity is verified, the amount may be credited to you until we have an answer.",
    "nothingToCredit": "The transaction hasn't gone through yet, so there's nothing to credit for now.",
    "send": "Send report",
    "sent": "Reported. You can follow it here.",
    "states": {
      "opened": "Reported",
      "investigating": "We're looking into it",
      "provisionalCredit": "Credited for now",
      "resolvedForUser": "Decided for you",
      "resolvedAgainst": "No error found",
      "withdrawn": "Withdrawn",
      "cameBack": "Money came back"
    },
    "late": "We're late. This was due by {day}",
    "nextTitle": "What happens next",
    "next": {
      "answerOrCredit": "We answer by {answerBy}. If we need longer, we credit you {amount} while we look, and answer by {finalBy}.",
      "answerOrDecision": "We answer by {answerBy}, or decide by then whether to credit you {amount} while we look. You have our answer by {finalBy}.",
      "answer": "We answer by {finalBy}.",
      "answerLate": "We're late: by {answerBy} you should have had our answer or heard whether we credit you {amount}. We're sorry. Our team has been alerted, and you'll have our answer by {finalBy}. You don't need to do anything.",
      "finalLate": "We're late: you should have had our answer by {finalBy}. We're sorry. Our team is alerted every day until you have it. You don't need to do anything.",
      "nothingMoved": "The transaction was canceled, so there's nothing to credit. We still answer by {finalBy}. If that settles it, you can withdraw the report.",
      "underWay": "The transaction hasn't gone through yet, so there's nothing to credit for now. If it does, we answer by {answerBy} or decide by then whether to credit you {amount} while we look. You have our answer by {finalBy}.",
      "credited": "We credited you {amount} while we look. We answer by {finalBy}.",
      "creditedInPart": "We credited you {amount} of {whole} while we look. We answer by {finalBy}, and add the rest if there was an error.",
      "final": "The {amount} is yours for good.",
      "toTakeBack": "The credit of {amount} goes back on {day}. If your balance doesn't cover it, you owe the rest.",
      "takenBack": "The credit of {amount} went back.",
      "owed": "{taken} of the credit went back. Your balance didn't cover the other {owed}; money that comes in pays it.",
      "allOwed": "The credit of {owed} was due to go back, but your balance had none of it left. You owe it; money that comes in pays it.",
      "resolvedForUser": "It's decided for you.",
      "resolvedAgainst": "We found no error. Our answer says why.",
      "withdrawn": "You withdrew it. If it still isn't right, report it again.",
      "cameBack": "The money came back another way, so the credit goes back."
    },
    "steps": {
      "label": "Steps of your report",
      "opened": "You reported it",
      "investigating": "We started looking into it",
      "provisionalCredit": "We credited you for now",
      "resolvedForUser": "Decided for you",
      "resolvedAgainst": "We found no error",
      "withdrawn": "You withdrew it",
      "cameBack": "The money came back another way",
      "creditTakenBack": "The credit went back",
      "creditOwed": "The credit became a debt",
      "answerOrCredit": "Our answer, or a credit of {amount} until then",
      "answerOrDecision": "Our answer, or whether we credit you {amount} until then",
      "answer": "Our answer",
      "goesBack": "The {amount} goes back",
      "by": "By {day}",
      "wasDue": "Was due by {day}",
      "on": "On {day}"
    },
    "facts": {
      "transaction": "Transaction",
      "reported": "Reported",
      "creditBy": "Answer or credit by",
      "decisionBy": "Answer or decision by",
      "finalBy": "Answer at the latest by",
      "credit": "Credit",
      "owed": "You owe"
    },
    "asked": {
      "title": "We need your answer",
      "text": "We asked you something about this report. Reply so that we can go on."
    },
    "found": "What we found",
    "copies": {
      "text": "You may ask us for copies of the documents we relied on.",
      "action": "Ask for copies",
      "message": "Please send me copies of the documents you relied on."
    },
    "thread": "Open the conversation",
    "withdraw": {
      "action": "Withdraw report",
      "title": "Withdraw this report?",
      "text": "Do it if everything is fine after all. You can report the problem again later.",
      "textWithCredit": "Do it if everything is fine after all. The credit then goes back in five business days.",
      "keep": "Keep it",
      "done": "The report is withdrawn"
    }
  },
  "factors": {
    "password": {
      "title": "Password",
      "changed": "Last changed {date}",
      "none": "No password yet. Set one."
    },
    "logIn": "How you log in",
    "inDoubt": "You can add and change these once we know that this account is yours.",
    "emergency": {
      "title": "If something is wrong",
      "freeze": "Freeze your account",
      "freezeText": "No money leaves it until you unfreeze it"
    },
    "secondStep": "Second step",
    "activity": "Activity",
    "sessions": "Where you're logged in",
    "log": "Security log",
    "passkeys": {
      "title": "Passkeys",
      "lead": "Log in with your fingerprint, face or screen lock. A passkey can't be guessed, and it doesn't work on fake sites.",
      "add": "Add a passkey",
      "addTitle": "Add a passkey",
      "addText": "Your browser asks for your fingerprint, face or screen lock and keeps the passkey. Give it a name you'll recognize.",
      "name": "Name",
      "nameHint": "For example, the device it's kept on",
      "create": "Create passkey",
      "added": "Passkey added",
      "addedOn": "Added {date}",
      "lastUsed": "Last used {date}",
      "synced": "Kept in your password manager",
      "thisDevice": "Kept on one device",
      "rename": "Rename",
      "renamed": "Name saved",
      "remove": "Remove passkey",
      "removeText": "It will no longer log you in. For 72 hours you can't withdraw and can send less than usual.",
      "removeLast": "It's your only passkey. After that you log in with your password.",
      "removeOnly": "It's your only passkey, and you have no password. After that you log in with a connected service, and can't add or send money until you set a password or add a passkey.",
      "removed": "Passkey removed",
      "unsupported": "This browser can't keep passkeys. Open {appName} in another one to add a passkey.",
      "noAnswer": "Your browser didn't give us a passkey. Try again, or choose another way.",
      "notMade": "No passkey was made. Try again when you're ready.",
      "known": "This device already has a passkey for your account",
      "use": "Use a passkey",
      "askText": "Your browser will ask for your fingerprint, face or screen lock."
    },
    "app": {
      "title": "Authenticator app",
      "off": "A code from an app when you log in on a new browser",
      "on": "On since {date}",
      "enrolTitle": "Set up an authenticator app",
      "scan": "Scan this with your authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.",
      "qr": "QR code for your authenticator app",
      "key": "Or type this key into the app",
      "copyKey": "Copy the key",
      "open": "Open in an app on this device",
      "next": "Next",
      "codeTitle": "Enter the code from the app",
      "codeLabel": "6-digit code from your authenticator app",
      "confirm": "Turn on",
      "goOn": "You started this a moment ago. If {appName} is in your app already, enter its code. If you start over, delete it from the app: that entry stops working.",
      "restart": "Start over with a new QR code",
      "expired": "This took too long. Start again for a new QR code.",
      "turnedOn": "Your authenticator app is on",
      "manageTitle": "Authenticator app",
      "move": "Move to another app",
      "moveText": "The old app works until you confirm the first code of the new one.",
      "remove": "Turn off",
      "removeText": "You'll no longer be asked for its code. For 72 hours you can't withdraw and can send less than usual.",
      "removeLast": "Your account is then protected by your password and phone only.",
      "removed": "Authenticator app turned off"
    },
    "codes": {
      "title": "Recovery codes",
      "left": "{left} of 10 left",
      "none": "No codes left. Get new ones.",
      "never": "None yet. Get them in case you lose your device.",
      "label": "Recovery code",
      "hint": "24 letters and numbers, with or without dashes",
      "shownTitle": "Your recovery codes",
      "shownText": "Each one confirms that it's you, once, if you lose your other devices. We can't show them again, so keep them somewhere safe, away from this device.",
      "copy": "Copy",
      "copied": "Codes copied",
      "download": "Download",
      "print": "Print",
      "fileTitle": "{appName} recovery codes",
      "fileNote": "Each code works once. Made on {date}.",
      "saved": "I've saved them",
      "renewTitle": "Get new recovery codes?",
      "renewText": "Your old codes stop working right away.",
      "renewFirst": "You'll see 10 codes, once. Have a safe place for them ready.",
      "renew": "Get codes"
    },
    "browsers": {
      "title": "Browsers that skip the second step",
      "none": "None. Each new login asks for your second step.",
      "lead": "For 30 days after you open the account there or choose “Remember this browser”.",
      "this": "This browser",
      "until": "Until {date}",
      "named": "{browser} on {device}",
      "forget": "Forget",
      "forgetNamed": "Forget {name}",
      "forgotten": "That browser will be asked for the second step again",
      "unnamed": "A browser on {device}"
    },
    "others": {
      "title": "Log out everywhere else?",
      "text": "Any other device that's logged in to your account stays logged in. Log out elsewhere if you're not sure they're all yours.",
      "yes": "Log out elsewhere",
      "no": "Not now",
      "done": "Every other device was logged out"
    },
    "signIn": {
      "title": "Confirm it's you",
      "text": "One more step to log in on this browser.",
      "remember": "Remember this browser for 30 days",
      "rememberHint": "Only on a device that's yours",
      "other": "Other ways",
      "lost": "Can't use any of these?",
      "lostText": "Then we can't let you in from here. Write to {email}: we first have to make sure it's you, and that takes time. If you're still logged in on another device, add a new way there.",
      "back": "Back to log in",
      "expired": "That took too long, or there were too many wrong tries. Log in again.",
      "sms": "A code by text message is weaker than an app or a passkey: a number can be stolen."
    },
    "devices": {
      "iphone": "iPhone",
      "ipad": "iPad",
      "androidPhone": "Android phone",
      "androidTablet": "Android tablet",
      "mac": "Mac",
      "windows": "Windows",
      "linux": "Linux",
      "chromebook": "Chromebook",
      "other": "an unknown device"
    }
  },
  "goneBack": {
    "badge": {
      "contested": "Payment under review",
      "reversed": "Payment reversed",
      "reversedPartly": "Payment partly reversed"
    },
    "contestedPart": "{amount} under review",
    "reversedPart": "{amount} reversed",
    "contested": {
      "title": "{amount} of the {many, select, yes {payments} other {payment}} is under review",
      "sent": "The payment was disputed, or flagged as possible fraud. It's set aside, as far as your balance still holds it, until that's settled.",
      "received": "The payment was disputed, or flagged as possible fraud. We show here what comes of it.",
      "noRefund": "You can't refund it meanwhile."
    },
    "reversed": {
      "title": "{amount} of the {many, select, yes {payments} other {payment}} was reversed",
      "all": "The payer's bank or PayPal took it back, and it came out of your balance. If they decide for you later, it comes back.",
      "part": "The payer's bank or PayPal took it back. {lost} came out of your balance; the payer owes us the other {owed}. If they decide for you later, the {lost} comes back.",
      "none": "The payer's bank or PayPal took it back. None of it came out of your balance: the payer owes it to us.",
      "noRefund": "There's none of it left for you to refund.",
      "received": "It went back to you the way you paid.",
      "receivedOwed": "It went back to you the way you paid. {owed} of it didn't come out of the other side's balance: that part is yours to pay. Home shows what you still owe us."
    }
  },
  "invoices": {
    "title": "Invoices",
    "detail": "Invoice",
    "actions": "Get paid",
    "new": "New invoice",
    "products": "Products",
    "choose": "Choose an invoice to see its details.",
    "close": "Close details",
    "more": "Show more",
    "moreFailed": "The rest didn't load",
    "end": "That's everything",
    "filters": {
      "whose": "Whose invoices",
      "state": "State",
      "all": "All",
      "sent": "Sent",
      "received": "Received"
    },
    "states": {
      "toPay": "To pay",
      "processing": "Payment in progress",
      "paid": "Paid out",
      "declined": "Declined",
      "cancelled": "Canceled"
    },
    "overdue": "Overdue",
    "paidByYou": "Paid",
    "toPayment": "View payment",
    "refundedAll": "Refunded in full",
    "refundedPart": "{amount} refunded",
    "sides": {
      "sent": "Sent",
      "received": "Received"
    },
    "due": "Due {day}",
    "head": {
      "sent": "Invoice to {name}",
      "received": "Invoice from {name}"
    },
    "processing": {
      "sent": "A payment was started. You'll see here when it arrives.",
      "received": "Your payment is on its way. If it doesn't arrive, you can pay again."
    },
    "empty": {
      "title": "No invoices yet",
      "text": "Send an invoice and get paid from a balance, by card, with PayPal or by Zelle. Invoices you receive show up here too.",
      "action": "Create an invoice",
      "filtered": "Choose another filter, or remove one."
    },
    "lines": "Products",
    "forWhat": "What it's for",
    "amountTitle": "Amount",
    "total": "Total",
    "facts": {
      "number": "Number",
      "copyNumber": "Copy number",
      "to": "To",
      "from": "From",
      "issued": "Sent on",
      "due": "Due date",
      "noDue": "No due date",
      "method": "Paid with",
      "transaction": "Payment",
      "refund": "Refund of {amount}",
      "view": "View"
    },
    "methods": {
      "wallet": "Your balance",
      "card": "Debit or credit card",
      "paypal": "PayPal",
      "zelle": "Zelle"
    },
    "timeline": {
      "sent": {
        "made": "You sent it",
        "declined": "Declined",
        "cancelled": "You canceled it"
      },
      "received": {
        "made": "You received it",
        "declined": "You declined it",
        "cancelled": "Canceled by the sender"
      },
      "reminded": "{count, plural, one {# reminder sent} other {# reminders sent}}",
      "processing": "Payment in progress",
      "toPay": "Waiting for payment",
      "due": "By {day}",
      "late": "The due date has passed",
      "paid": "Paid",
      "refunded": "{amount} refunded",
      "contested": "{amount} under review, not decided yet",
      "reversed": "{amount} reversed"
    },
    "remind": {
      "action": "Send a reminder",
      "done": "We reminded {name}",
      "notYet": "You can send the next reminder from {at}",
      "noneLeft": "You've sent all {count} reminders"
    },
    "decline": {
      "open": "Decline",
      "title": "Decline this invoice for {amount}?",
      "text": "{name} will see that you declined it. It can't be paid after that.",
      "action": "Decline invoice",
      "keep": "Keep it",
      "done": "Invoice declined"
    },
    "cancel": {
      "open": "Cancel invoice",
      "title": "Cancel this invoice for {amount}?",
      "text": "{name} won't be able to pay it anymore.",
      "action": "Cancel invoice",
      "keep": "Keep it",
      "done": "Invoice canceled"
    },
    "refund": {
      "open": "Refund",
      "title": "Refund this invoice",
      "text": "The money goes from your balance to {name}.",
      "label": "Amount to refund",
      "most": "You can refund up to {amount}",
      "whole": "This refunds all that's left",
      "remains": "{amount} left to refund after this",
      "tooMuch": "You can refund up to {left}",
      "action": "Refund",
      "actionAmount": "Refund {amount}",
      "done": "You refunded {amount} to {name}",
      "notDone": "Nothing was refunded"
    },
    "pay": {
      "title": "Pay invoice",
      "resultTab": "Pay invoice: result",
      "cancelTab": "Pay invoice: not finished",
      "action": "Pay {amount}",
      "how": "How to pay",
      "reviewTitle": "Review and pay",
      "paying": "Paying",
      "notPaid": "Nothing was paid",
      "by": {
        "wallet": "Pay {amount}",
        "card": "Pay {amount} by card",
        "paypal": "Pay {amount} with PayPal",
        "zelle": "Pay {amount} with Zelle"
      }
    },
    "notPayable": {
      "title": "This invoice can't be paid",
      "own": "You sent it. Whoever received it can pay it.",
      "paid": "It's already paid.",
      "declined": "It was declined.",
      "cancelled": "Whoever sent it has canceled it.",
      "processing": "A payment is already in progress.",
      "other": "Look at its details to see where it stands.",
      "action": "View invoice"
    },
    "steps": {
      "label": "Steps to an invoice",
      "recipient": "Who",
      "content": "What for",
      "review": "Review"
    },
    "recipient": {
      "title": "Who is the invoice for?",
      "noneText": "People you exchange money with will show up here. Search above to find the first one.",
      "add": "Add by username or email"
    },
    "recipientAdd": {
      "title": "Add a person",
      "field": "Username or email",
      "hint": "Enter it in full, such as ana.ruiz or ana@example.com.",
      "required": "Enter a username or an email"
    },
    "review": {
      "title": "Review and send",
      "tab": "Review invoice",
      "change": "Change",
      "note": "Note",
      "noteHint": "{name} will see this. {count} characters left.",
      "noteRequired": "Say what the amount is for",
      "due": "Due date",
      "dueHint": "We'll show both of you when it's overdue.",
      "duePast": "Choose today or a later day",
      "send": "Send invoice for {amount}",
      "sending": "Sending",
      "notSent": "The invoice wasn't sent",
      "unsure": "We don't know if it was sent",
      "unsureText": "Check your connection and try again. It won't be sent twice.",
      "gone": "These products are gone",
      "goneText": "They were deleted. Go back and choose others.",
      "sentBefore": "An earlier version was sent",
      "sentBeforeText": "It got through before you changed it: see your invoices. Send this one as well only if you want both."
    },
    "success": {
      "tab": "Invoice: done",
      "sentTitle": "Invoice sent",
      "sentText": "You sent {name} an invoice for {amount}",
      "sentNext": "We'll tell you as soon as {name} pays or declines.",
      "paidTitle": "Invoice paid",
      "paidText": "You paid {amount} to {name}",
      "view": "View invoice"
    }
  },
  "kyc": {
    "title": "Verify your identity",
    "promise": "Most checks take between {usualHours, plural, one {# hour} other {# hours}} and {usualDays, plural, one {# business day} other {# business days}}. Some take {from} to {to} business days.",
    "denied": "We couldn't verify your identity",
    "failed": "KYC verification failed. Please try again.",
    "tryAgain": "Try again",
    "triesLeft": "Attempts left: {count}",
    "noTries": "You've used all your attempts. Email <mail>{email}</mail> and we'll sort it out together.",
    "history": {
      "label": "History",
      "inReview": "Sent for review on {at}",
      "Denied": "Not accepted on {at}",
      "Approved": "Accepted on {at}"
    },
    "verifying": "We're checking your identity",
    "intro": {
      "lead": "The law requires us to know who our customers are. It takes about five minutes.",
      "needs": "What you'll need",
      "needsAgain": "What we need again",
      "done": "Done",
      "start": "Start",
      "resume": "Continue",
      "privacy": "Your photos are encrypted. Only the people who check them can see them."
    },
    "parts": {
      "document": {
        "title": "ID",
        "text": "Passport, driver's license, state ID or residence permit"
      },
      "selfie": {
        "title": "Selfie",
        "text": "A photo of your face, taken now"
      },
      "details": {
        "title": "Your details",
        "text": "Name, date of birth, nationality and address"
      },
      "address": {
        "title": "Proof of address",
        "text": "A utility bill, bank statement or lease, no more than 90 days old"
      },
      "company": {
        "title": "Company paper",
        "text": "Articles of organization, EIN letter or business license"
      },
      "video": {
        "title": "Video",
        "text": "A short video of you, which a reviewer asked for"
      }
    },
    "docTypes": {
      "passport": "Passport",
      "driverLicense": "Driver's license",
      "stateId": "State ID",
      "residencePermit": "Residence permit",
      "utilityBill": "Utility bill",
      "bankStatement": "Bank statement",
      "lease": "Lease",
      "articlesOfOrganization": "Articles of organization",
      "einLetter": "EIN letter",
      "businessLicense": "Business license"
    },
    "photo": {
      "invitation": "Take or choose a photo",
      "remove": "Remove photo",
      "preview": "Your photo. Check that everything is visible and sharp.",
      "tooLarge": "Choose a photo under 8 MB",
      "missing": "Add this photo",
      "send": "Send and continue",
      "sending": "Sending photo {at} of {of}",
      "front": {
        "label": "Front",
        "hint": "Lay it flat, with all four corners in the picture, no glare and every word readable."
      },
      "back": {
        "label": "Back",
        "hint": "The other side, just like the front."
      },
      "selfie": {
        "label": "Your face",
        "hint": "Look straight at the camera, in even light, without sunglasses or a hat. Just you, nobody else."
      },
      "address": {
        "label": "The page with your name, address and date",
        "hint": "All four corners in the picture, every word readable. The address has to be the one on your account."
      },
      "company": {
        "label": "The first page",
        "hint": "All four corners in the picture, with the company's name readable."
      },
      "video": {
        "label": "Your video",
        "hint": "Up to 8 MB, as MP4 or WebM. About ten seconds: face the camera, hold your ID beside your face, and say your full name and today's date."
      },
      "videoInvitation": "Record or choose a video",
      "videoRemove": "Remove video",
      "videoTooLarge": "Choose a video under 8 MB",
      "videoType": "Choose an MP4 or WebM video",
      "videoMissing": "Add this video"
    },
    "document": {
      "title": "Your ID",
      "text": "It has to be valid, and yours.",
      "type": "Which ID do you have with you?"
    },
    "selfie": {
      "title": "A photo of you",
      "text": "We'll compare it with the photo on your ID."
    },
    "details": {
      "title": "Your details",
      "text": "Exactly as on your ID. Later, only our support team can change them.",
      "fullName": "Full legal name",
      "fullNameHint": "All your first and last names, as on your ID.",
      "birthday": "Date of birth",
      "birthdayHint": "You must be at least 18.",
      "birthdayMissing": "Enter your full date of birth",
      "day": "Day",
      "month": "Month",
      "year": "Year",
      "notReal": "This date doesn't exist. Check the day and month.",
      "nationality": "Nationality",
      "chooseCountry": "Choose a country",
      "nationalityMissing": "Choose your nationality",
      "address": "Home address",
      "submit": "Submit"
    },
    "success": {
      "screen": "Identity check",
      "title": "We have everything",
      "submitted": "Submitted",
      "expected": "Result by",
      "told": "You can leave this page. We'll update it as soon as we're done.",
      "home": "Go home"
    },
    "approved": {
      "badge": "Verified",
      "title": "Your identity is verified",
      "text": "You can now send money, and your balance has no limit."
    },
    "expired": {
      "title": "Your ID has expired",
      "text": "Send us a valid one to keep sending money.",
      "action": "Add a new ID",
      "notice": "Send us a valid one by {date} to keep your limits."
    },
    "limits": {
      "title": "Your limits now",
      "outgoing-transaction": "At a time",
      "outgoing-30d": "In 30 days",
      "inApp-24h": "To other people in 24 hours",
      "deposit-30d": "Added in 30 days"
    },
    "steps": "Identity check",
    "promiseLately": {
      "minutes": "Lately, half of all checks were done within {count, plural, one {# minute} other {# minutes}}.",
      "hours": "Lately, half of all checks were done within {count, plural, one {# hour} other {# hours}}."
    },
    "nextStep": "Read the reason, then add it again below.",
    "address": {
      "title": "Proof of your address",
      "text": "It has to show your name and the address on your account, and be no more than 90 days old. A photo or a screenshot is fine.",
      "onAccount": "The address on your account",
      "correct": "Not right? Ask us to correct it",
      "type": "What do you have?"
    },
    "company": {
      "title": "A paper of your company",
      "text": "It shows that the company exists and whose it is.",
      "type": "What do you have?"
    },
    "video": {
      "title": "A short video of you",
      "text": "Someone reviewing your file asked for it. Only the people who check it can see it."
    },
    "tier2": {
      "screen": "Raise your limits",
      "lead": "Prove your address, and you can move more money.",
      "asked": "A reviewer asked for something more",
      "askedText": "Add it below, and we'll go on with your file.",
      "raise": "Raise my limits",
      "verifying": "We're checking your proof of address",
      "submitted": "We have everything",
      "approvedTitle": "Your higher limits are here",
      "approvedText": "Your address is confirmed. Your limits rose the moment we did it.",
      "denied": "We couldn't accept your proof of address",
      "failed": "Please try again.",
      "videoDenied": "We couldn't accept your video"
    },
    "handoff": {
      "offer": "Use another device",
      "offerText": "No camera here? Take the photos with your phone.",
      "title": "Continue on another device",
      "text": "Scan this code with your phone's camera. It works once, within 15 minutes, and can only add photos to your identity check.",
      "qr": "QR code that opens the photos on your phone",
      "orLink": "Or open this link there",
      "waiting": "Waiting for your other device",
      "open": "Your other device is connected. Your photos appear here as you send them.",
      "arrived": "Your photos arrived. You can continue here.",
      "ended": "This code no longer works.",
      "again": "Make a new code",
      "stop": "Stop",
      "close": "Close",
      "left": "Works for {time}"
    },
    "continue": {
      "screen": "Add your photos",
      "lead": "You're about to add photos to an identity check that was started on another device.",
      "onlyPhotos": "This page can add photos and nothing else. It closes by itself after 15 minutes.",
      "start": "Continue",
      "forWhom": "For {name}",
      "notYou": "Not you? Close this page and don't send anything.",
      "done": "That's everything",
      "doneText": "You can close this page and go on where you started.",
      "nothing": "There are no photos to add right now.",
      "invalid": "This code doesn't work",
      "invalidText": "It may have been used already, or it's older than 15 minutes. Make a new one where you started.",
      "ended": "This page has been closed",
      "endedText": "The check was ended on the other device, or 15 minutes have passed. Make a new code there to go on."
    },
    "appeal": {
      "offer": "Ask us to look again",
      "title": "Ask us to look again",
      "text": "Tell us what we got wrong. A person will read it.",
      "label": "What should we know?",
      "hint": "Up to 2,000 characters",
      "send": "Send",
      "open": "We got your message",
      "openText": "A person is looking at it. You'll find the answer here and in your email.",
      "endedByTry": "What you've sent since then replaces this request. We'll decide on that, and you won't get a separate answer.",
      "answered": "Our answer",
      "replaces": "If you try again, we'll decide on what you send then. That replaces your request for another look, and you won't get a separate answer to it.",
      "replaced": "This decision replaced your request for another look, so there's no separate answer to it. If you still disagree, you can ask again.",
      "you": "You wrote on {date}",
      "answeredOn": "Answered on {date}"
    },
    "noTriesToday": "You've used today's attempts. You can try again from {at}."
  },
  "legal": {
    "version": "Version {version}, in effect from {date}",
    "changes": "What's changed",
    "terms": "Terms",
    "privacy": "Privacy policy",
    "english": {
      "show": "Show the English text as well",
      "hide": "Hide the English text",
      "text": "The text in your language is the one that counts. The English one is there to compare."
    },
    "again": {
      "title": "We've updated our terms",
      "text": "Read and accept them to keep using {appName}. Either way, your money stays where it is.",
      "which": "What to read",
      "accept": "Accept and continue",
      "logOut": "Log out"
    }
  },
  "limits": {
    "lead": "Limits count the time since each payment, not calendar days. What you use comes back by itself.",
    "operation": {
      "outgoing": "Everything you send",
      "inApp": "Sending to people on Puente",
      "outside": "Paying and adding money from outside",
      "zelle": "Zelle",
      "card": "Card payments",
      "withdraw": "Withdrawals",
      "deposit": "Adding money",
      "balance": "Your balance"
    },
    "window": {
      "transaction": "At a time",
      "always": "At any time",
      "24h": "In 24 hours",
      "7d": "In 7 days",
      "30d": "In 30 days"
    },
    "short": {
      "transaction": "{limit} at a time",
      "always": "{limit} at any time",
      "24h": "{limit} in 24 hours",
      "7d": "{limit} in 7 days",
      "30d": "{limit} in 30 days"
    },
    "upTo": "Up to {limit}",
    "upToBy": "Its own limit is {own}, but “{limit}” allows no more.",
    "used": "{used} of {limit}",
    "left": "{left} left.",
    "leftCooling": "{left} left during the waiting period.",
    "leftBy": "{left} left. “{limit}” allows no more.",
    "frees": "You'll have more from {at}.",
    "own": {
      "cause": {
        "requested": "We set this for you, as you asked.",
        "riskReview": "We set this while we review your account.",
        "legalOrder": "We set this because the law requires it."
      },
      "until": "Until {at}. After that it is {usual}, as usual."
    },
    "cooling": {
      "passwordReset": "You reset your password recently",
      "emailChanged": "You changed your email recently",
      "phoneChanged": "You changed your phone recently",
      "factorRemoved": "You removed a way to prove it's you",
      "other": "Something important changed recently",
      "text": "To be safe, nothing can be withdrawn until {until}, and you can send up to {limit} in 24 hours. You have {left} left to send.",
      "unverified": "To be safe, nothing can be withdrawn until {until}, and no more than {limit} can go out in 24 hours. Your other limits may allow less.",
      "frozen": "No money leaves your account while it's frozen. Once it's open again, nothing can be withdrawn until {until}, and no more than {limit} can go out in 24 hours."
    },
    "unproved": "Until {until}, only what's said above can leave your balance, even where a limit below leaves more.",
    "next": {
      "contacts": "With your {missing, select, email {email} phone {phone} other {email and phone}} verified",
      "identity": "With your identity verified",
      "address": "With your address verified"
    },
    "none": {
      "title": "Nothing can be moved yet",
      "text": "Verify your {missing, select, email {email} phone {phone} other {email and phone}}, and your limits appear here.",
      "action": "Verify {missing, select, email {email} phone {phone} other {email and phone}}"
    }
  },
  "money": {
    "copied": "Copied",
    "copyReference": "Copy reference",
    "quoteFailed": "We couldn't work out the fee",
    "free": "Free",
    "limit": {
      "transaction": "You can move up to {limit} at a time.",
      "always": "Until you verify your identity, your balance can hold up to {limit}. You have room for {left}.",
      "24h": "{what}: {left} left of {limit} in 24 hours.",
      "7d": "{what}: {left} left of {limit} in 7 days.",
      "30d": "{what}: {left} left of {limit} in 30 days.",
      "frees": "You'll have more from {at}.",
      "proof": "Until {until} your new phone number can't confirm it's you, so {what, select, withdraw {you can't withdraw} card {you can pay up to {limit} with a saved card} anyone {you can send or pay up to {limit} from your balance for now, and less to people you haven't paid before} other {you can send or pay up to {limit} from your balance for now}}.{cause, select, phoneAddedProof { With a password under Login and security, you can confirm sooner.} other {}}",
      "higher": "Verify your identity to raise your limits",
      "higherAddress": "Verify your address to raise your limits"
    },
    "openDeposit": {
      "left": "You haven't finished paying {amount} {method, select, paypal {with PayPal} other {by card}}",
      "leftText": "Nothing has been charged yet. If you start again below, that payment is canceled first.",
      "leftOpenText": "Nothing has been charged yet. Finish it or cancel it. If you start another below, this one stays open.",
      "leftDeclined": "{method, select, paypal {PayPal declined your {amount} payment} other {Your card was declined for {amount}}}",
      "declinedOpenText": "Nothing was charged. If you start another below, this one stays open until you cancel it.",
      "zelleTo": "Your {amount} Zelle payment to {name} is still open",
      "zelleOwn": "Your {amount} Zelle payment is still open",
      "zelleText": "If you haven't paid it yet, pay it from your bank or cancel it. If you start another below, this one stays open.",
      "declined": "Card declined",
      "declinedText": "Nothing was charged. Try again, use another card, or cancel.",
      "unfinished": "You haven't finished paying",
      "unfinishedText": "Nothing has been charged yet. You can finish paying or cancel.",
      "again": "Try again",
      "continue": "Finish paying",
      "cancel": "Cancel payment",
      "notStarted": "Nothing was charged",
      "notCancelled": "The payment wasn't canceled",
      "declinedPaypalTitle": "PayPal declined",
      "declinedPaypal": "Nothing was charged. Try again, pay another way, or cancel."
    },
    "field": {
      "cents": "Use two digits for cents.",
      "tooLong": "That's too large an amount.",
      "unreadable": "That doesn't look like an amount. Enter it like 1234.56."
    },
    "hidden": "Balance hidden",
    "fee": "Fee",
    "freeLeft": "{left} of {total} free payments left, including this one",
    "freeHeld": "An unpaid payment is using one of your free payments. Cancel it to get it back.",
    "freeHeldLink": "See payment",
    "rate": {
      "percent": "{percent} fee",
      "percentAndFixed": "{percent} + {fixed} fee",
      "from": "{rate} from {amount}"
    },
    "freePlaces": "{left} of {total} payments without a fee left",
    "paused": {
      "title": {
        "inApp": "Sending from your balance is paused",
        "card": "Card payments are paused",
        "paypal": "PayPal payments are paused",
        "zelle": "Zelle payments are paused",
        "bank": "Withdrawals to a bank are paused"
      },
      "text": "Your money isn't affected.",
      "until": "We expect it back by {at}."
    },
    "ways": {
      "inApp": "Use your balance",
      "card": "Use a card",
      "paypal": "Use PayPal",
      "zelle": "Use Zelle",
      "bank": "Withdraw to a bank"
    },
    "result": {
      "checking": "Checking your payment",
      "wait": {
        "title": "Your bank is confirming",
        "text": "This usually takes a few seconds. You can leave: it finishes on its own.",
        "backToPage": "Back to the payment page",
        "home": "Go home",
        "titlePaypal": "PayPal is confirming"
      },
      "replaced": {
        "title": "You started this payment again",
        "text": "The attempt you just approved was closed, and nothing was charged for it. Finish paying {amount} in the new one."
      },
      "retry": {
        "declined": "Transaction declined",
        "declinedText": "Nothing was charged. Try again, or use another card.",
        "unfinished": "You haven't finished paying",
        "unfinishedText": "Nothing was charged. You can pay {amount} now, or stop here.",
        "again": "Try again",
        "otherWay": "Pay another way",
        "declinedPaypal": "Nothing was charged. Try again with another card or bank at PayPal, or pay another way.",
        "closed": "This attempt was closed",
        "closedText": "You started another attempt. Nothing was charged for this one.",
        "paid": "You've already paid this",
        "paidText": "You paid another way, so this attempt was closed. Nothing was charged for it."
      },
      "cancelled": {
        "title": "Payment canceled",
        "text": "Nothing was charged."
      },
      "nothing": {
        "title": "No payment in progress",
        "text": "You'll find your payments in Activity.",
        "activity": "Activity"
      }
    },
    "cancel": {
      "action": "Cancel payment",
      "title": "Cancel this payment?",
      "text": "If it isn't paid yet, nothing will be charged.",
      "textZelle": "If you've already paid from your bank, keep waiting instead. Otherwise nothing is charged.",
      "keep": "Keep it",
      "done": "Payment canceled. Nothing was charged.",
      "doneZelle": "Payment canceled. If you've paid from your bank, that money goes back there."
    },
    "feeOverBalance": "With the {fee} fee it comes to {total}, and you have {balance}."
  },
  "notifications": {
    "groups": {
      "money": "Money",
      "account": "Your account",
      "safety": "Safety",
      "invoices": "Invoices and requests"
    },
    "always": "Always on: {channels}",
    "listed": {
      "email": "email",
      "sms": "text message",
      "push": "push",
      "inApp": "app"
    },
    "channels": {
      "email": "Email",
      "sms": "Text",
      "push": "Phone or computer",
      "inApp": "In the app"
    },
    "kinds": {
      "received": "Someone pays you",
      "sent": "Your payment went out, waits or was canceled",
      "schedule": "A scheduled payment or request is due, or didn't go out",
      "deposit": "You add money",
      "debt": "You come to owe money that went back, or it's paid",
      "reward": "You earn a reward, or one is taken back",
      "support": "We answer your message or your report",
      "kyc": "Your identity check moves on",
      "profileUpdated": "Your personal info changes",
      "updateProfileName": "Your name changes",
      "security": "A new device, a changed password, a frozen account",
      "updateEmail": "Your email changes",
      "updatePhone": "Your phone changes",
      "withdraw": "Your withdrawal moves on",
      "balanceDropped": "Your balance gets low",
      "invoiceSent": "You send an invoice",
      "invoiceReceived": "You get an invoice",
      "invoicePaymentReceived": "Your invoice is paid",
      "invoicePaymentDone": "You pay an invoice",
      "invoice": "An invoice is declined, canceled or overdue, or you're reminded of it",
      "request": "Someone asks you for money, or answers your request",
      "approval": "Someone wants you as an approver, or a payment waits for you"
    },
    "threshold": "Tell me when my balance falls below",
    "thresholdText": "You're also told when it falls by more than half within a day. At most once a day in all.",
    "list": {
      "title": "Notifications",
      "today": "Today",
      "yesterday": "Yesterday",
      "previous": "Previous",
      "new": "New",
      "markAll": "Mark all as read",
      "more": "Show more",
      "end": "That's all",
      "empty": "Nothing yet",
      "emptyText": "What happens to your money and your account shows up here.",
      "settings": "Choose what you're told",
      "choose": "Choose a notification to read it here.",
      "open": {
        "transaction": "See the transaction",
        "invoice": "See the invoice",
        "request": "See the request",
        "schedule": "See the schedule",
        "approval": "See the payment",
        "approvers": "See your approvers",
        "ticket": "See the messages",
        "dispute": "See your report",
        "profile": "See your personal info",
        "email": "Check your email",
        "security": "See recent activity",
        "kyc": "See your identity check",
        "wallet": "See your balance",
        "rewards": "See your rewards"
      }
    },
    "someone": "Someone",
    "never": "Never",
    "ways": {
      "title": "Where we tell you",
      "email": "Email",
      "sms": "Text messages",
      "push": "On this device",
      "emailReturned": "Our emails to {email} come back. Until you verify the address again, we only email you about your account's safety.",
      "emailFix": "Check my email",
      "emailUnverified": "Verify {email} to get emails.",
      "emailOn": "Emails go to {email}.",
      "smsOn": "Texts go to {phone}. At most 10 a day.",
      "smsUnverified": "Verify a phone number to get texts.",
      "smsStopped": "You answered STOP to our texts. To get them again, answer START and switch a text on below.",
      "pushOn": "This browser shows notifications, without names or amounts.",
      "pushOff": "This browser doesn't show notifications while Puente is closed.",
      "pushBlocked": "This browser blocks notifications from Puente. Allow them in the browser's settings.",
      "pushNone": "This browser can't show notifications. On an iPhone or iPad, add Puente to the home screen first."
    },
    "push": {
      "offerTitle": "Hear of it right away",
      "offerText": "This device can tell you when money arrives, also while Puente is closed. No names or amounts are shown.",
      "turnOn": "Turn on",
      "turnOff": "Turn off",
      "notNow": "Not now",
      "failed": "This browser can't be reached for notifications right now"
    }
  },
  "papers": {
    "title": "Check a document",
    "byCode": "Check a document by its code",
    "save": {
      "receipt": "Save receipt (PDF)",
      "record": "Save record (PDF)",
      "invoice": "Save invoice (PDF)"
    },
    "kind": "Kind",
    "kinds": {
      "receipt": "Receipt",
      "record": "Record of an unfinished transaction",
      "invoice": "Invoice",
      "statement": "Statement"
    },
    "issuer": "Issued by",
    "issuedAt": "Issued on",
    "days": "Days",
    "totals": {
      "amount": "Amount",
      "fee": "Fee",
      "total": "Total",
      "refunded": "Refunded",
      "contested": "Under review, not decided",
      "reversed": "Reversed",
      "opening": "Opening balance",
      "moneyIn": "Money in",
      "moneyOut": "Money out",
      "fees": "Fees",
      "closing": "Closing balance",
      "onHold": "Of which on hold"
    },
    "valid": {
      "title": "{issuer} issued this document",
      "text": "It shows how things stood when it was issued. Anything later is in documents of its own. The code alone doesn't say who paid whom: check below that your file is the one we issued.",
      "record": "When it was issued, this transaction hadn't been completed. It isn't proof of payment."
    },
    "invalid": {
      "title": "This document can't be confirmed",
      "text": "What we have on record doesn't match its signature. Don't rely on it, and ask for a new one from the person who gave it to you."
    },
    "unknown": {
      "title": "We don't know this code",
      "text": "Compare it with the code on the document. If it's right, the document isn't ours."
    },
    "enter": {
      "label": "Code on the document",
      "hint": "20 letters and digits, next to the QR code",
      "action": "Check",
      "missing": "Enter the code first",
      "notACode": "A code has 20 letters and digits, such as k7qm-2xdp-9rta-5hvc-w3bz, and none of 0, 1, I, L and O. PU-… is the reference, not the code."
    },
    "file": {
      "title": "Is your file the one we issued?",
      "choose": "Choose the PDF, or drop it here",
      "local": "It's checked in your browser and isn't uploaded",
      "same": {
        "title": "This is the document we issued",
        "text": "{name} matches it to the last byte."
      },
      "changed": {
        "title": "This isn't the document we issued",
        "text": "{name} was changed, or it's another file. Rely only on what stands on this page."
      },
      "other": {
        "title": "This is a different document",
        "text": "{name} has another code than the document on this page. Open the page of that code to check it.",
        "open": "Check this file"
      },
      "noCode": {
        "title": "Found no code in this file",
        "text": "{name} doesn't contain the code of a document from {appName}. If it was scanned or saved again, only the code printed on it can be checked."
      },
      "unreadable": {
        "title": "The file couldn't be read",
        "text": "{name} couldn't be opened. Choose it again."
      }
    },
    "proof": {
      "title": "Signature and key",
      "text": "{appName} signed the file's hash, its date and its totals (Ed25519). With the public key anyone can check that without us.",
      "hash": "File's hash (SHA-256)",
      "key": "Key's fingerprint",
      "signature": "Signature",
      "keys": "All public keys"
    }
  },
  "people": {
    "search": "Name, username, email or phone",
    "hint": "For someone new, enter their whole name, full email or phone, or username.",
    "clear": "Clear search",
    "frequents": "People you know",
    "others": "Others on {appName}",
    "none": "No one here yet",
    "notFound": "For someone new, enter their whole name, full email or phone, or username. Check the spelling.",
    "notFoundEmail": "No one who can receive money here has this email. They may not have an account yet: ask them to sign up and verify their email and phone.",
    "ownEmail": {
      "title": "This is your own email",
      "text": "Enter another person's email, name, username or phone."
    },
    "searching": "Searching",
    "business": "Business",
    "tooShort": "Enter at least {count} letters to search"
  },
  "picture": {
    "invitation": "Take or choose a photo",
    "another": "Choose another photo",
    "chosen": "The chosen photo",
    "zoom": "Zoom",
    "sideways": "Left or right",
    "upDown": "Up or down"
  },
  "products": {
    "title": "Products",
    "lead": "What you sell, ready for your invoices.",
    "pickTitle": "What's it for?",
    "kind": "What the invoice is for",
    "fromCatalogue": "Products",
    "custom": "Custom amount",
    "add": "Add product",
    "addTitle": "New product",
    "editTitle": "Edit product",
    "invoice": "New invoice",
    "edit": "Edit {name}",
    "fewer": "One less: {name}",
    "another": "One more: {name}",
    "count": "How many: {name}",
    "continue": "Continue",
    "continueWith": "Continue with {amount}",
    "pickRequired": "Choose at least one product",
    "amount": "Amount of the invoice",
    "amountRequired": "Enter an amount",
    "amountNote": "You'll say what it's for in the next step",
    "name": "Name",
    "nameRequired": "Enter a name",
    "price": "Price",
    "priceRequired": "Enter a price",
    "save": "Save changes",
    "added": "Product added",
    "saved": "Changes saved",
    "addPicture": "Add a picture",
    "changePicture": "Change picture",
    "removePicture": "Remove picture",
    "pictureAlt": "Picture of the product",
    "pictureTitle": "Product picture",
    "pictureField": "Picture",
    "pictureHint": "People you invoice will see it.",
    "picturePreview": "How the picture will look",
    "usePicture": "Use this picture",
    "empty": {
      "title": "No products yet",
      "text": "Add what you sell once, and put it on any invoice with a tap."
    },
    "delete": {
      "open": "Delete {name}",
      "title": "Delete {name}?",
      "text": "Invoices you've already sent keep it.",
      "action": "Delete product",
      "keep": "Keep it",
      "done": "Product deleted successfully",
      "failed": "Couldn't delete product"
    }
  },
  "profile": {
    "profile": {
      "handle": "Your username",
      "copy": "Copy your username",
      "individual": "Personal",
      "business": "Business",
      "standing": {
        "open": "Not verified",
        "verifying": "In review",
        "denied": "Not approved",
        "expired": "ID expired",
        "approved": "Verified"
      }
    },
    "theme": {
      "label": "Theme",
      "system": "Match device",
      "light": "Light",
      "dark": "Dark"
    },
    "language": {
      "label": "App language",
      "saved": "Language changed"
    },
    "info": {
      "list": "What we keep about you",
      "addPicture": "Add a picture",
      "changePicture": "Change picture",
      "birthday": "Date of birth",
      "email": "Email",
      "phone": "Phone",
      "address": "Address",
      "nationality": "Nationality",
      "notGiven": "Not given yet",
      "proved": "Verified",
      "notProved": "Not verified yet",
      "fixed": "Details from your identity check can only be changed by support, with a document.",
      "proven": "Proved by your ID",
      "addressChecked": "From your identity check",
      "addressProven": "Proved by your document"
    },
    "edit": {
      "titles": {
        "name": "Change your name",
        "username": "Choose your username",
        "birthday": "Your date of birth",
        "address": "Your address",
        "nationality": "Your nationality"
      },
      "fullName": "Full name",
      "fullNameHint": "Letters, spaces, apostrophes, hyphens and periods",
      "username": "Username",
      "usernameHint": "4 to 30 letters, digits, dots or hyphens",
      "usernameNow": "Now it's <strong>{name}</strong>",
      "useSuggestion": "Use {username}",
      "usernameOnce": "You can choose once. People who pay you by the old username won't find you by it anymore, and nobody else can have it.",
      "usernameAsk": {
        "title": "Change your username?",
        "new": "Your new username: <strong>{name}</strong>",
        "confirm": "Change username"
      },
      "left": "{count, plural, =0 {No changes left} one {# change left} other {# changes left}}",
      "save": "Save",
      "saved": "Saved",
      "fixed": {
        "fullName": "Your name can't be changed here",
        "username": "Your username stays as it is",
        "birthday": "Your date of birth can't be changed here",
        "address": "Your address can't be changed here",
        "nationality": "Your nationality can't be changed here",
        "business": "Your business details can't be changed here"
      },
      "why": {
        "verified": "It's part of your identity check. If it has changed, <support>contact support</support> with a document that shows it.",
        "inReview": "It's being checked with your ID right now. Once there's a result, you see here what can be changed.",
        "usedUp": "You've used all changes. If it's still wrong, <support>contact support</support>.",
        "chosen": "You've already chosen it once. The people who pay you know you by it."
      }
    },
    "picture": {
      "title": "Your picture",
      "choose": "Picture",
      "who": "People who find you to pay you, and those you've exchanged money with, see it.",
      "preview": "How others will see you",
      "save": "Save picture",
      "remove": "Remove picture"
    },
    "dashboard": {
      "lead": "Your balance and the buttons below it stay on top, and what waits for you is always shown.",
      "list": "On your home",
      "up": "Move {card} up",
      "down": "Move {card} down",
      "moved": "{card} is now number {place} of {of}",
      "cards": {
        "people": {
          "title": "People",
          "hint": "Those you pay most, one tap away"
        },
        "latest": {
          "title": "Latest activity",
          "hint": "The nine newest payments"
        },
        "limits": {
          "title": "Limits",
          "hint": "How much more you can send and add"
        },
        "history": {
          "title": "Balance over 30 days",
          "hint": "A chart with what came in and went out"
        }
      },
      "tour": {
        "title": "Tour",
        "text": "A few words about what's where on home.",
        "show": "Show the tour"
      },
      "statistics": {
        "title": "Usage statistics",
        "label": "Count which screens I open",
        "hint": "Without your name or account, and shared with nobody"
      }
    }
  },
  "recipients": {
    "title": "Bank accounts",
    "choose": "Which account?",
    "add": "Add a bank account",
    "edit": "Bank account",
    "isNew": "New",
    "unusable": "Check it",
    "none": "No bank account yet",
    "noneText": "Add the account your money should go to, yours or someone else's, at any US bank.",
    "unusableTitle": "The bank sent money back",
    "unusableText": "An account didn't accept an earlier withdrawal. Open it to see why and what to do.",
    "gone": "This bank account was deleted",
    "saved": "Bank account saved",
    "savedCheckCity": "Saved. The city isn't the usual one for this ZIP code: check that it's right.",
    "accountTypes": {
      "Checking": "Checking",
      "Savings": "Savings"
    },
    "form": {
      "whose": "Whose account is it?",
      "own": "Mine",
      "thirdParty": "Someone else's",
      "holder": "Held by",
      "personal": "A person",
      "business": "A business",
      "fullName": "Full name",
      "businessName": "Business name",
      "nameHint": "Letters and numbers only, as banks take them: O'Brien is written OBrien.",
      "nameLetters": "Use letters and numbers only: O'Brien is written OBrien",
      "email": "Email",
      "accountType": "Account type",
      "routingNumber": "Routing number",
      "routingHint": "9 digits, at the bottom left of a check or in the bank's app",
      "accountNumber": "Account number",
      "accountHint": "4 to 17 digits",
      "numberKept": "Leave it empty to keep {account}",
      "accountAgain": "Account number again",
      "routingMissing": "Enter the routing number",
      "accountMissing": "Enter the account number",
      "numbersDiffer": "The two account numbers differ",
      "address": "Address of the account holder",
      "firstDay": "For your safety, up to $500 can go to a new or changed account in its first 24 hours.",
      "add": "Add account",
      "save": "Save changes"
    },
    "delete": {
      "open": "Delete this account",
      "title": "Delete {account}?",
      "text": "It's removed from your list. Your past withdrawals stay in your activity, and any on their way continue.",
      "action": "Delete",
      "keep": "Keep it",
      "done": "Bank account deleted"
    },
    "link": {
      "title": "Connect your bank",
      "offerTitle": "No numbers to type",
      "offerText": "Log in at your bank and pick your accounts there. We never see your password.",
      "again": "Start again",
      "byHand": "Enter an account instead",
      "list": "See your bank accounts",
      "yourBank": "your bank",
      "waiting": {
        "title": "Waiting for your bank",
        "text": "This usually takes a few seconds. If you closed your bank's page, start again."
      },
      "found": {
        "title": "Add your accounts at {bank}?",
        "text": "We'll add the checking and savings accounts you picked, in your name and with your address. For your safety, up to $500 can go to each in its first 24 hours.",
        "action": "Add these accounts"
      },
      "address": {
        "title": "Your address comes first",
        "text": "Banks ask for the account holder's address, and your profile has none yet. Add it and come back: your bank stays connected.",
        "action": "Add your address"
      },
      "notAdded": "No account was added",
      "added": {
        "title": "{count, plural, one {# account added} other {# accounts added}}",
        "text": "Choose one to withdraw to now, or use it whenever you like.",
        "later": "Not now"
      },
      "none": {
        "title": "No account there takes withdrawals",
        "text": "We add checking and savings accounts that accept transfers, and your bank shared none. Connect another bank or enter an account yourself."
      },
      "left": {
        "title": "No bank was connected",
        "text": "You left your bank's page, or it was open too long. Nothing was added."
      },
      "used": {
        "title": "This bank is connected",
        "text": "Its accounts are in your list."
      },
      "loginRequired": {
        "title": "Your bank wants you to log in again",
        "text": "Log in there once more, and we'll add your accounts."
      },
      "unknown": {
        "title": "This connection has ended",
        "text": "Start again, or enter an account yourself. Nothing was added."
      },
      "closed": {
        "title": "Banks can't be connected right now",
        "text": "You can still enter an account's numbers yourself."
      }
    }
  },
  "requests": {
    "title": "Requests",
    "anyone": "Anyone with the link",
    "toRequests": "See my requests",
    "choose": "Choose a request to see it here",
    "close": "Close the request",
    "more": "Show more",
    "moreFailed": "The next requests didn't load",
    "underWay": "Payment started",
    "paidTimes": "Paid {count, plural, one {# time} other {# times}}",
    "keep": "Keep it",
    "ways": {
      "label": "Ways to ask for money",
      "custom": "Request",
      "split": "Split a bill",
      "sell": "Sell from catalog",
      "qr": "My QR code",
      "scan": "Scan"
    },
    "filters": {
      "mode": "Whose requests",
      "all": "All",
      "sent": "Sent",
      "received": "Received",
      "state": "State"
    },
    "states": {
      "open": "Open",
      "toPay": "To pay",
      "collecting": "Open",
      "paid": "Paid",
      "declined": "Declined",
      "cancelled": "Canceled",
      "expired": "Expired"
    },
    "sides": {
      "sent": "You asked",
      "received": "Asks you"
    },
    "head": {
      "sent": "You asked {name}",
      "received": "{name} asks you for",
      "link": "Your payment link"
    },
    "processing": {
      "sent": "They've started to pay. The money isn't here yet.",
      "received": "Your payment has started. We'll tell you when it has arrived."
    },
    "closed": {
      "own": "This is your own request",
      "ownText": "Share its link or QR code with whoever should pay it.",
      "paid": "Already paid",
      "paidText": "This request has been paid. Nothing more is due.",
      "declined": "Declined",
      "declinedText": "This request was declined and can't be paid any more.",
      "cancelled": "Canceled",
      "cancelledText": "Whoever asked took this request back. Nothing is due.",
      "expired": "Expired",
      "expiredText": "The time to pay it is over. Ask for a new link.",
      "underWay": "A payment is on its way",
      "underWayText": "Wait until it has arrived or failed before you pay again.",
      "blocked": "You can't pay this request",
      "blockedText": "It can't be paid by you right now. Nothing was sent.",
      "unknown": "We can't find this request",
      "unknownText": "The link may be incomplete. Check it with the person who sent it."
    },
    "empty": {
      "title": "No requests yet",
      "text": "Ask a person for money, or share a link or QR code that anyone can pay.",
      "action": "Request money",
      "filtered": "No request fits these filters."
    },
    "detail": {
      "title": "Request"
    },
    "facts": {
      "asked": "Requested",
      "expires": "Expires",
      "expired": "Expired",
      "declined": "Declined",
      "cancelled": "Canceled",
      "uses": "Can be paid",
      "single": "Once",
      "multi": "Several times",
      "cameIn": "Came in",
      "wentBack": "Reversed",
      "kept": "Yours to keep",
      "paidAt": "Paid",
      "payment": "Payment",
      "showPayment": "View details",
      "split": "Split bill",
      "showSplit": "See who has paid"
    },
    "share": {
      "title": "Share it",
      "label": "QR code of your request for {amount}",
      "words": "{amount} for {note}",
      "share": "Share",
      "copy": "Copy link",
      "copied": "Link copied",
      "notCopied": "Your browser doesn't allow copying. Mark the link and copy it by hand."
    },
    "cancel": {
      "open": "Cancel request",
      "title": "Cancel this request?",
      "text": "{name} can't pay it anymore and sees that it was canceled.",
      "linkText": "The link can't be used to pay anymore. What has come in stays yours.",
      "action": "Cancel request",
      "done": "Request canceled"
    },
    "decline": {
      "open": "Decline",
      "title": "Decline this request?",
      "text": "{name} sees that you declined. You can't pay it afterwards.",
      "action": "Decline",
      "done": "Request declined"
    },
    "remind": {
      "action": "Send a reminder",
      "done": "We reminded {name}",
      "left": "{count, plural, one {# reminder left} other {# reminders left}}",
      "next": "Next reminder possible from {at}",
      "none": "No reminders left"
    },
    "new": {
      "title": "Request money",
      "lead": "You get a link and a QR code to share.",
      "amount": "Amount to request",
      "amountMissing": "Enter how much to request",
      "ask": "Request {amount}",
      "asking": "Requesting",
      "notAsked": "Nothing was requested",
      "unsure": "We don't know if it was requested",
      "unsureText": "Check your connection and try again. It won't be requested twice.",
      "whom": "Who can pay?",
      "anyone": "Anyone with the link",
      "person": "One person",
      "personTitle": "Choose a person",
      "personNone": "Search above for the person to ask.",
      "personMissing": "Choose who to ask",
      "change": "Change",
      "note": "What's it for?",
      "noteHint": "Whoever pays will see this. {count} characters left.",
      "noteMissing": "Say what it's for",
      "uses": "How often can it be paid?",
      "single": "Once",
      "multi": "Several times",
      "expires": "Expires",
      "expiresLater": "If you ask later or repeat it, each request expires after {count} days.",
      "days": "In {count, plural, one {# day} other {# days}}"
    },
    "pay": {
      "title": "Pay a request",
      "action": "Pay {amount}",
      "how": "How to pay",
      "by": {
        "wallet": "Pay {amount}",
        "card": "Pay {amount} by card",
        "paypal": "Pay {amount} with PayPal",
        "zelle": "Pay {amount} with Zelle"
      },
      "paying": "Paying",
      "notPaid": "Nothing was paid",
      "identityFirst": "Verify your identity to pay from your balance",
      "contactsFirst": "First, verify your {missing, select, email {email} phone {phone} other {email and phone}}",
      "firstText": "It takes a few minutes. The request stays here."
    },
    "paid": {
      "title": "Request paid",
      "text": "You paid {name} {amount}"
    },
    "link": {
      "screen": "Payment request",
      "title": "{name} asks you for",
      "until": "Can be paid until {at}",
      "logIn": "Log in to pay",
      "ways": "Pay from your {appName} balance, by card, with PayPal or with Zelle. You see the fee before you pay."
    },
    "split": {
      "title": "Split a bill",
      "reviewTitle": "Review and request",
      "detailTitle": "Split bill",
      "lead": "Enter the whole bill and who was there.",
      "total": "Whole bill",
      "totalMissing": "Enter the whole bill",
      "parts": "Who pays what",
      "you": "You",
      "equal": "Equal part",
      "part": "{name}: part of the bill",
      "remove": "Remove {name}",
      "add": "Add a person",
      "addTitle": "Who was there?",
      "addNone": "Search above for the first person.",
      "peopleMissing": "Add at least one person",
      "yourself": "You're already in: your part stands on top",
      "twice": "{name} is already in",
      "most": "{count} people at most",
      "ownToo": "I pay a part too",
      "even": "Split equally",
      "exact": "Adds up to the cent",
      "problem": {
        "left": "{amount} left to share out",
        "over": "{amount} more than the bill",
        "nothing": "Everybody needs at least 1 cent"
      },
      "review": "Review",
      "ownPart": "Your part",
      "asked": "You ask for",
      "send": "Request {amount}",
      "sending": "Requesting",
      "sent": "{count, plural, one {# request sent} other {# requests sent}}",
      "notSent": "Nobody was asked",
      "unsure": "We don't know if they were asked",
      "unsureText": "Check your connection and try again. No one is asked twice.",
      "paidBy": "{paid} of {count} paid",
      "cameIn": "{amount} came in",
      "open": "{amount} still to come"
    },
    "qr": {
      "title": "My QR code",
      "lead": "Whoever scans it can send you money.",
      "setAmount": "Set an amount",
      "noAmount": "Without an amount",
      "amount": "Amount",
      "label": "Your QR code",
      "labelAmount": "Your QR code for {amount}",
      "words": "Send me money",
      "wordsAmount": "Send me {amount}"
    },
    "scan": {
      "title": "Scan a code",
      "lead": "Scan a QR code to pay a request or send to a person.",
      "start": "Use the camera",
      "again": "Try the camera again",
      "view": "Camera picture",
      "looking": "Hold the code inside the frame",
      "picture": "Choose a picture",
      "reading": "Reading the picture",
      "link": "Or paste a link",
      "linkHint": "The link that was sent to you",
      "open": "Open link",
      "camera": {
        "refused": "The camera is not allowed",
        "refusedText": "Allow it in your browser's settings for this site, or choose a picture or paste the link below.",
        "missing": "There is no camera here",
        "missingText": "Choose a picture of the code or paste the link below.",
        "busy": "The camera is in use",
        "busyText": "Close the app that uses it, then try again."
      },
      "problem": {
        "foreign": "This code isn't from {appName}",
        "foreignText": "We don't open it, for your safety. Ask for a {appName} code or link.",
        "noCode": "We found no QR code in this picture",
        "noCodeText": "Choose one where the whole code is sharp and straight.",
        "noLink": "Paste a link first"
      }
    },
    "payments": {
      "title": "Who has paid",
      "none": "Nobody has paid yet.",
      "moreFailed": "The next payments didn't load"
    },
    "processingLate": {
      "sent": "A payment began before it expired. If it doesn't arrive, the request is over.",
      "received": "Your payment began in time. If it doesn't arrive, the request has expired."
    }
  },
  "rewards": {
    "lead": "Small rewards for what you do with Puente. You see here what counts, what doesn't and why.",
    "earned": "Paid to you so far",
    "waitsFor": {
      "payment": "{amount} more is on its way.",
      "budget": "{amount} more is earned. This month's budget is used up, so it waits in line and is paid when there is more.",
      "tier1": "{amount} more is earned. We pay it once your identity is verified.",
      "unrestricted": "{amount} more is earned. We pay it once your account is no longer restricted.",
      "on": "{amount} more is earned. We pay it once rewards are on again."
    },
    "owed": "Your next {amount} in rewards makes up for rewards that came back.",
    "verify": "Verify your identity",
    "off": {
      "title": "Rewards are paused",
      "text": "What you do now doesn't count. What you have earned stays yours."
    },
    "holiday": "Today is a federal holiday: rewards that double are worth twice as much",
    "ways": "Ways to earn",
    "invite": "Invite friends",
    "doubles": "Double on federal holidays.",
    "done": "Done",
    "verifiedBefore": "You were verified before this reward counted, so it isn't paid to you",
    "next": "{count} more for {amount}",
    "countedOf": "{counted} of {every}",
    "waiting": "{count, plural, one {# is waiting.} other {# are waiting.}}",
    "stillMissing": "Still missing: {methods}.",
    "paidSoFar": "{amount} so far",
    "methods": {
      "wallet": "from your balance",
      "zelle": "Zelle",
      "card": "card",
      "paypal": "PayPal"
    },
    "rules": {
      "verification": {
        "title": "Verify your identity",
        "text": "{amount}, once."
      },
      "inAppSends": {
        "title": "Send from your balance",
        "text": "{amount} for every {every} payments to people on Puente."
      },
      "outsideSends": {
        "title": "Send by card, PayPal or Zelle",
        "text": "{amount} for every {every} payments to other people."
      },
      "allMethods": {
        "title": "Send in all four ways",
        "text": "{amount}, once, when you have sent from your balance, by Zelle, by card and with PayPal."
      },
      "sales": {
        "title": "Get invoices paid",
        "text": "{amount} for every {every} invoices that are paid to you."
      },
      "withdrawal": {
        "title": "Withdraw",
        "text": "{amount} for each withdrawal. One to a bank counts {days} banking days after it has arrived."
      },
      "referralBonus": {
        "title": "Bring a friend",
        "text": "{amount} for a person and {business} for a business that has added its company details, once they're verified and have done something of {floor} or more that has a fee. At most {most} friends in 30 days."
      },
      "feeShare": {
        "title": "A share of your friends' fees",
        "text": "{percent}% of the fees that friends you brought really pay."
      }
    },
    "conditions": {
      "title": "What counts",
      "verified": "Rewards are paid to people whose identity is verified and whose account isn't restricted.",
      "floor": "Only what is complete and {floor} or more.",
      "sameDay": "One payment to or from the same person in 24 hours, for each way to earn.",
      "roundTrip": "Not money that goes both ways within 7 days, directly or through a third person.",
      "linked": "Nothing between accounts that share an identity, a phone, a device, a card or a bank account.",
      "bank": "Withdrawals to a bank after {days} banking days, when the bank is unlikely to return them.",
      "takenBack": "If what earned a reward comes back, so does the reward. We never take more than your balance; later rewards make up for the rest."
    },
    "left": {
      "title": "How much there can be",
      "you": "You, in 30 days",
      "used": "{used} of {limit} used",
      "youNote": "Rewards for friends and rewards that were taken back don't count here.",
      "everyone": "Everyone, this month",
      "everyoneNote": "When it's used up, rewards wait in line in the order in which they were earned."
    },
    "history": "What counted",
    "counts": "Counts",
    "notCounted": "Doesn't count",
    "doubled": "Doubled for the holiday",
    "voided": "Voided",
    "madeUp": "{amount} wasn't in your balance any more; later rewards make up for that",
    "owedAgain": "{amount} had made up for a reward that came back earlier; later rewards make up for it again",
    "more": "Show more",
    "empty": {
      "title": "Nothing yet",
      "text": "Once you send, get paid or withdraw, you'll see here what counts."
    },
    "states": {
      "counting": "Counts",
      "earned": "On its way",
      "waitingBudget": "In line",
      "paid": "Paid",
      "refused": "Not paid",
      "clawedBack": "Taken back"
    },
    "reasons": {
      "off": "Rewards were paused",
      "restricted": "Your account was restricted",
      "belowFloor": "The amount is too small",
      "linked": "Both accounts share an identity, a phone, a device, a card or a bank account",
      "roundTrip": "Money went both ways within 7 days",
      "sameDay": "One with the same person had counted less than 24 hours before or after",
      "reversed": "The payment was returned",
      "usedPhone": "The phone number belonged to another account before",
      "disposablePhone": "The phone number belongs to no place, such as a toll-free one",
      "sameIdentity": "Another account with this identity came first",
      "personCap": "You have had as much as one person can get in 30 days",
      "friendsCap": "You have brought as many friends as are paid for in 30 days",
      "closed": "The account was closed"
    },
    "referral": {
      "lead": "Bring friends to Puente and share in what their payments bring.",
      "how": "What you get",
      "bonus": "{bonus} for a friend and {business} for a business that has added its company details, once they're verified and have done something of {floor} or more that has a fee.",
      "percent": "{percent}% of every fee that they really pay, for as long as you both are here.",
      "terms": "Both of you have to be verified. A fee that was waived shares nothing, and one that is given back is taken off later shares. Accounts that share an identity, a phone, a device, a card or a bank account don't count.",
      "link": "Your link",
      "qr": "QR code of your link",
      "words": "Join me on Puente: hold dollars, send and get them free.",
      "share": "Share link",
      "copy": "Copy link",
      "copied": "Link copied",
      "notCopied": "Your browser didn't let us copy. Select the link and copy it",
      "code": "Your code",
      "copyCode": "Copy code",
      "come": "What it came to",
      "paid": "Paid to you",
      "accrued": "{percent}% that isn't a whole cent yet",
      "accruedNote": "Paid as soon as a whole cent is due.",
      "friends": "Friends",
      "since": "Friend since {date}",
      "open": "Open",
      "none": {
        "title": "No friends yet",
        "text": "Friends who sign up with your link show here once they have verified their email and phone."
      },
      "states": {
        "counting": "Waits for their verification and first fee",
        "earned": "Your reward is on its way",
        "waitingBudget": "Your reward waits in line",
        "paid": "Your reward was paid",
        "refused": "No reward for this friend",
        "clawedBack": "The reward was taken back"
      }
    }
  },
  "schedules": {
    "title": "Scheduled",
    "detail": "Schedule",
    "current": "Coming up",
    "past": "Past",
    "more": "Show more",
    "close": "Close details",
    "choose": "Choose one to see when it runs next.",
    "closedAccount": "Closed account",
    "created": "Scheduled",
    "later": {
      "sendInApp": "Send later or repeat",
      "createRequest": "Ask later or repeat"
    },
    "forThen": "Schedule for {at}",
    "next": "Next: {at}",
    "lastFailed": "The last one didn't go through",
    "notMade": "The last one didn't go through",
    "calls": {
      "sendInApp": "Send",
      "createRequest": "Request"
    },
    "head": {
      "sendInApp": "To {name}",
      "createRequest": "Request to {name}"
    },
    "intervals": {
      "once": "Once",
      "week": "Every week",
      "twoWeeks": "Every two weeks",
      "month": "Every month"
    },
    "every": {
      "once": "Once, on {day} at {time}",
      "week": "Every {weekday} at {time}",
      "twoWeeks": "Every other {weekday} at {time}",
      "month": "Every month on day {day} at {time}",
      "monthOrLast": "Every month on day {day}, or the last day of a shorter month, at {time}"
    },
    "ends": {
      "never": "When I cancel it",
      "until": "On a date",
      "count": {
        "sendInApp": "After a number of payments",
        "createRequest": "After a number of requests"
      }
    },
    "states": {
      "active": "Active",
      "paused": "Paused",
      "ended": "Ended",
      "cancelled": "Canceled"
    },
    "endReasons": {
      "done": "Its last date has passed",
      "payeeUnavailable": "This person can't be paid or asked anymore",
      "accountClosed": "The account was closed",
      "passwordReset": "The password was reset from a new browser"
    },
    "form": {
      "text": {
        "sendInApp": "{amount} to {name}, from your balance",
        "createRequest": "{amount} from {name}. Each request expires after {days} days."
      },
      "day": "First day",
      "time": "Time",
      "every": "How often",
      "ends": "Ends",
      "until": "Last day",
      "count": {
        "sendInApp": "How many payments",
        "createRequest": "How many requests"
      },
      "action": "Schedule",
      "faults": {
        "start": "Choose a time in the future",
        "until": "Choose a day that isn't before the first",
        "count": "Enter a number from 1 to 520"
      }
    },
    "facts": {
      "next": "Next",
      "every": "When",
      "zone": "Time zone",
      "until": "Last day",
      "runs": {
        "sendInApp": "Payments so far",
        "createRequest": "Requests so far"
      },
      "runsOf": "{runs} of {count}",
      "ended": "Ended",
      "note": "Note",
      "last": "Last one",
      "payment": "View the last payment",
      "request": "View the last request"
    },
    "last": {
      "sent": "Payment made on {day}",
      "asked": "Requested on {day}",
      "failed": "Not made on {day}: {why}",
      "retrying": "{why} We'll try again on {at}.",
      "why": {
        "senderUnsufficientFunds": "Your balance was too low.",
        "limitExceeded": "It went over your limit.",
        "accountRestricted": "Your account didn't allow it at that time.",
        "invalidUser": "This person can't be paid or asked.",
        "stepUpRequired": "You need to confirm it's you.",
        "kycRequired": "Your account needed a step first: a contact, your identity or the terms.",
        "other": "Something on our side kept it from going through."
      },
      "restricted": {
        "frozen": "Your account was frozen. Settings, Account says why and what to do.",
        "owes": "You owed us for money that went back. Add money to pay that first.",
        "closing": "Your account was being closed.",
        "cooling": "You had changed how you log in or confirm it's you, so only smaller amounts could go out.",
        "approverIsPayee": "It goes to the person who approves your payments, so no one could approve it. Name a second approver, or choose a smaller amount."
      }
    },
    "proof": {
      "title": "Confirm it's you to go on",
      "text": "Your sign-in details changed after you set this up, so we paused it. Resume it if you still want it."
    },
    "moves": {
      "keep": "Not now",
      "pause": {
        "action": "Pause",
        "title": "Pause this schedule?",
        "text": "Nothing is sent or requested until you resume it. What falls in between is skipped.",
        "done": "Paused"
      },
      "resume": {
        "action": "Resume",
        "title": "Resume this schedule?",
        "text": "It goes on with the next date that isn't past.",
        "done": "Resumed"
      },
      "cancel": {
        "action": "Cancel schedule",
        "title": "Cancel this schedule?",
        "text": "Nothing more is sent or requested. What was already made stays as it is.",
        "done": "Schedule canceled"
      }
    },
    "empty": {
      "title": "Nothing scheduled yet",
      "text": "Rent, allowance, a gift on the day: choose who and how much, then “Send later or repeat” on the review.",
      "action": "Send money",
      "current": "Nothing is coming up."
    },
    "datePassed": {
      "title": "Its date has passed",
      "text": "It was paused when it came due, so nothing was sent or requested. Choose a new date to arrange it again, or cancel it.",
      "action": "Choose a new date"
    }
  },
  "sessions": {
    "device": {
      "on": "{browser} on {device}",
      "otherBrowser": "Another browser",
      "devices": {
        "androidPhone": "Android phone",
        "androidTablet": "Android tablet",
        "windows": "Windows computer",
        "linux": "Linux computer",
        "other": "another device"
      },
      "unknown": "Unknown device",
      "timeZone": "Time zone: {zone}",
      "language": "Language: {language}"
    },
    "list": {
      "everyDone": "You logged out everywhere",
      "title": "Where you're logged in",
      "lead": "If you don't recognize a device, log it out and change your password.",
      "current": "This device",
      "used": "Last used: {time}",
      "since": "Logged in {time} with {factor}",
      "factors": {
        "password": "your password",
        "passkey": "a passkey",
        "social": "a linked account",
        "totp": "an authenticator app",
        "code": "a text message code",
        "recoveryCode": "a recovery code"
      },
      "end": "Log out",
      "endNamed": "Log out {device}",
      "ended": "Logged out",
      "others": "Log out all other devices",
      "every": "Log out everywhere",
      "everyTitle": "Log out everywhere?",
      "everyText": "This logs out every device, including this one.",
      "none": "You're not logged in anywhere else.",
      "lost": "Lost a device?",
      "lostText": "Log out everywhere and freeze your account",
      "log": "Security log",
      "logText": "Logins and changes of the last 12 months"
    },
    "log": {
      "title": "Security log",
      "lead": "Logins and changes to how you log in. We keep each entry for 12 months.",
      "empty": "Nothing has happened yet",
      "emptyText": "Logins and changes from now on are listed here.",
      "more": "Show more",
      "times": "{count} times within an hour",
      "events": {
        "sessionOpened": "Logged in",
        "sessionEnded": "Devices logged out",
        "sessionReplaced": "Oldest device logged out, because a sixth logged in",
        "signInRefused": "Wrong password at login",
        "secondFactorRefused": "Wrong code or passkey",
        "passwordSet": "Password set",
        "passwordChanged": "Password changed",
        "passwordReset": "Password reset by email",
        "emailConfirmed": "Email verified",
        "emailChangeRequested": "Change of email started",
        "emailChanged": "Email changed",
        "phoneConfirmed": "Phone verified",
        "phoneChangeRequested": "Change of phone started",
        "phoneChanged": "Phone changed",
        "passkeyAdded": "Passkey added",
        "passkeyRenamed": "Passkey renamed",
        "passkeyRemoved": "Passkey removed",
        "totpAdded": "Authenticator app added",
        "totpReplaced": "Authenticator app replaced",
        "totpRemoved": "Authenticator app removed",
        "recoveryCodesRenewed": "New recovery codes",
        "recoveryCodeUsed": "Recovery code used",
        "factorsReset": "Support took off your ways to confirm it's you",
        "devicesForgotten": "Remembered devices forgotten",
        "deviceLost": "Lost device reported",
        "socialLinked": "Login account linked",
        "socialUnlinked": "Login account unlinked",
        "recipientAdded": "Bank account added",
        "recipientChanged": "Bank account changed",
        "accountFrozen": "Account frozen",
        "accountUnfrozen": "Account unfrozen",
        "accountClosed": "Account closed",
        "dataExported": "Data exported",
        "approverInvited": "Approver invited",
        "approverAdded": "Approver added",
        "approverRuleTightened": "More payments need approval",
        "approverRuleLoosening": "Fewer payments need approval after 24 hours",
        "approverRemoving": "Removal of an approver started",
        "approverKept": "Removal or change of an approver undone",
        "approverRemoved": "Approver removed",
        "approverLeft": "Approver left",
        "noticesTurnedOff": "Notifications about money turned off"
      }
    },
    "lost": {
      "title": "Lost a device?",
      "text": "We'll protect your money right away, without asking for a code:",
      "logOut": "You're logged out on every device, including this one.",
      "freeze": "Your account is frozen: no money can leave it. You still receive money.",
      "forget": "No device counts as known anymore. A passkey or authenticator app on the lost device still works until you remove it under Login and security in Settings.",
      "back": "To go on, log in on a device you trust and unfreeze your account.",
      "backLater": "To go on, log in on a device you trust. You can unfreeze your account from {from} on: until then your new phone number can't confirm it's you.",
      "submit": "Log out and freeze",
      "confirmTitle": "Log out everywhere and freeze?",
      "confirmLater": "You can unfreeze your account from {from} on.",
      "confirmText": "You can unfreeze your account after you log in again."
    }
  },
  "settings": {
    "title": "Settings",
    "groups": {
      "you": "You",
      "security": "Security",
      "app": "App",
      "help": "Help",
      "account": "Account"
    },
    "profileAndLimits": "Profile and limits",
    "personalInfo": "Personal info",
    "identity": "Verify your identity",
    "contacts": "Email and phone",
    "limits": "Limits",
    "security": "Login and security",
    "accessLog": "Who has seen your data",
    "statements": "Statements",
    "notifications": "Notifications",
    "language": "Language",
    "dashboard": "Customize home",
    "faqs": "Questions and answers",
    "legal": "Legal",
    "about": "About this app",
    "account": "Your account",
    "logOut": "Log out of this device",
    "hideBalance": {
      "label": "Hide balance",
      "hint": "Your balance and amounts that give it away, on every device"
    },
    "cards": "Saved cards",
    "bankAccounts": "Bank accounts",
    "paymentSafety": "Payment safety",
    "blocked": "Blocked people",
    "rewards": "Rewards",
    "referral": "Invite friends",
    "approvers": "Approvers",
    "support": "Support",
    "disputes": "Reported problems"
  },
  "shell": {
    "menu": "Main menu",
    "home": "Home",
    "movements": "Activity",
    "invoices": "Invoices",
    "settings": "Settings",
    "transactions": {
      "toggle": "Send or withdraw",
      "title": "What would you like to do?"
    },
    "sheet": {
      "withdrawBank": "Withdraw to any US bank",
      "withdrawBankText": "In 3 to 4 business days",
      "sendInApp": "Send to someone on {appName}",
      "sendInAppText": "Free, and there in seconds",
      "sendZelle": "Send by Zelle",
      "sendZelleText": "You pay from your bank's app"
    },
    "header": {
      "toHome": "{appName}, home",
      "toSettings": "Settings for {name}",
      "logOut": "Log out",
      "notifications": "Notifications",
      "unread": "Notifications, {count} unread"
    },
    "logOut": {
      "title": "Log out?",
      "text": "You'll have to log in again to see your account here.",
      "confirm": "Log out",
      "leaving": "Logging you out"
    },
    "kyc": {
      "title": "Finish setting up your account",
      "text": "Three steps keep your money safe. Then you can send from your balance and withdraw.",
      "steps": {
        "account": "Verify email",
        "phone": "Verify phone",
        "identity": "Verify identity"
      },
      "actions": {
        "account": "Verify your email",
        "phone": "Verify your phone",
        "identity": "Verify your identity"
      }
    },
    "inactivity": {
      "title": "Are you there?",
      "text": "To keep your money safe, we'll log you out in {time}.",
      "announce": "We'll log you out in {time}",
      "stay": "I'm here",
      "logOut": "Log out"
    },
    "lock": {
      "title": "Your session is locked",
      "text": "Show it's you to pick up where you left off. Payments in progress keep going.",
      "unlock": "Unlock",
      "other": "Other ways to unlock",
      "none": "Payments in progress keep going. This account has no password, so log out and log in again to go on.",
      "logOut": "Log out"
    },
    "offline": {
      "title": "No Internet connection",
      "text": "Everything is where you left it.",
      "paymentText": "Your payment was being sent. We'll show you what happened to it when you're back online.",
      "retry": "Try Again",
      "still": "Still offline",
      "logOut": "Log out"
    },
    "notFound": {
      "title": "We can't find that page",
      "text": "The address may be wrong, or the page may have moved.",
      "home": "Go home"
    },
    "error": {
      "title": "Oops. Something went wrong",
      "text": "We couldn't show this screen. Check your connection and reload. If you were making a payment, Activity shows where it stands.",
      "reload": "Reload"
    },
    "install": {
      "title": "Keep {appName} close",
      "text": "Add it to your home screen and open it with one tap.",
      "install": "Install",
      "later": "Not now"
    },
    "update": {
      "text": "A new version is ready",
      "reload": "Reload",
      "later": "Later"
    },
    "sandbox": {
      "pill": "Sandbox",
      "text": "Sandbox: no real money moves",
      "inbox": "Open inbox",
      "inboxText": "Every email and text the app has sent",
      "addMoney": "Add {amount} in test money",
      "addMoneyText": "It shows up in your balance right away",
      "added": "{amount} in test money added",
      "reviewer": "Review identities",
      "reviewerText": "Approve or deny what people have submitted"
    },
    "titles": {
      "notFound": "Page not found"
    },
    "arrived": {
      "money": "{name} sent you {amount}",
      "added": "{amount} added to your balance",
      "identity": "Your identity is verified",
      "reward": "You earned a reward of {amount}",
      "back": "{amount} came back to your balance"
    },
    "frozen": {
      "title": "Your account is frozen",
      "text": "It still receives money, and none leaves it.",
      "inDoubt": "It still receives money, and none leaves it. We have to make sure that it's yours: until then nothing in it can be changed or exported.",
      "action": "See why, and what to do"
    },
    "notYet": {
      "invoices": "Verify your {missing, select, email {email} phone {phone} other {email and phone}} to use invoices"
    },
    "turnedAway": {
      "asked": {
        "withdraw": "You can't withdraw yet",
        "send": "You can't send money this way yet",
        "request": "You can't request money yet",
        "zelle": "You can't pay by Zelle yet",
        "invoices": "You can't use invoices yet",
        "bankAccounts": "You can't add bank accounts yet",
        "phone": "You can't verify your phone yet",
        "identity": "You can't verify your identity yet",
        "review": "There's no identity check to show yet",
        "limits": "You can't raise your limits yet"
      },
      "steps": {
        "account": "Verify your email first.",
        "phone": "Verify your phone first.",
        "identity": "Verify your identity first.",
        "account_phone": "Verify your email first, then your phone.",
        "account_identity": "Verify your email first, then your identity.",
        "phone_identity": "Verify your phone first, then your identity.",
        "account_phone_identity": "It takes three steps: verify your email, your phone and your identity."
      },
      "review": "We're checking what you sent us. We'll tell you as soon as that's done.",
      "denied": "We couldn't verify your identity with what you sent. See why, and what you can do.",
      "expired": "Your ID has expired. Send us a valid one first.",
      "done": {
        "phone": "Your phone is already verified",
        "identity": "Your identity is already verified",
        "limits": "You've already sent everything for higher limits"
      },
      "status": "See where it stands",
      "seeWhy": "See why",
      "addId": "Add a new ID"
    }
  },
  "social": {
    "label": "Other ways to log in",
    "or": "or",
    "otherService": "the other service",
    "continueWith": "Continue with {service}",
    "leaving": "Opening {service}",
    "goingOn": "Logging you in",
    "consent": "By continuing you accept {appName}'s <terms>terms</terms> and <privacy>privacy policy</privacy>.",
    "link": {
      "title": "Connect {service} to your account",
      "text": "There's already a {appName} account with the email of your {service} account. Enter its password once, and from then on you can log in with {service} too.",
      "password": "Your {appName} password",
      "submit": "Connect and log in",
      "cancel": "Log in another way"
    },
    "outcomes": {
      "cancelled": "You didn't continue with {service}. Choose how you want to log in.",
      "expired": "That took too long, or was finished in another browser. Start again with {service}.",
      "unavailable": "{service} isn't answering right now. Try again in a moment, or log in another way.",
      "refused": "We couldn't confirm that login with {service}. Start again, or log in another way.",
      "taken": "That email is already registered. Log in with your password.",
      "otherWay": "That email already has a {appName} account. Log in the way you did before; you can add {service} in Settings.",
      "noEmail": "{service} didn't give us an email we can use. Create an account with your email instead.",
      "tooMany": "Too many accounts were created from your network. Try again in an hour.",
      "closed": "The {appName} account you used {service} with was closed, so it can no longer log in."
    },
    "settings": {
      "title": "Log in with other services",
      "lead": "Use a service you already have an account with to log in to {appName}.",
      "connected": "Connected as {email}",
      "connectedNoEmail": "Connected",
      "connectedTo": "Connected: {services}",
      "notConnected": "Not connected",
      "connect": "Connect",
      "disconnect": "Disconnect",
      "disconnected": "{service} was disconnected",
      "linked": "{service} is connected. We emailed you about it.",
      "otherAccount": "That {service} account belongs to another {appName} account.",
      "otherIdentity": "You already have a {service} account connected. Disconnect it first.",
      "passwordTitle": "Choose a password",
      "passwordText": "With a password you can log in without a service, and disconnect one. To choose it, first confirm that it's you.",
      "prove": "Confirm with {service}",
      "newPassword": "New password",
      "setPassword": "Save password",
      "passwordSaved": "Your password is saved",
      "proofOver": "That confirmation has expired. Confirm again."
    }
  },
  "statements": {
    "lead": "Take your transactions with you, as a file. We ask you to confirm that it's you.",
    "days": {
      "label": "Which days",
      "thisMonth": "This month",
      "lastMonth": "Last month",
      "thisYear": "This year",
      "custom": "Choose",
      "from": "From",
      "to": "To",
      "chosen": "{days} ({zone})",
      "missing": "Choose the first and the last day",
      "wrongOrder": "The end date can't be before the start date",
      "ahead": "Choose days up to today",
      "tooLong": "Choose at most 366 days"
    },
    "format": {
      "label": "Which kind of file",
      "pdf": {
        "name": "PDF",
        "text": "To read, print or show to someone: opening and closing balance, every movement and fee, signed so that anyone can check it. Only what has moved your balance."
      },
      "csv": {
        "name": "CSV",
        "text": "For Excel, Sheets or Numbers. One row for each transaction that was started on these days, also those that are pending or canceled."
      },
      "ofx": {
        "name": "OFX",
        "text": "For accounting programs that read OFX. Those that know a transaction by its id recognize what they already have, so days may overlap. Only what has moved your balance."
      },
      "ledger": {
        "name": "hledger, Ledger",
        "text": "A plain text journal with both sides of every transaction, for hledger and Ledger. Only what has moved your balance."
      },
      "beancount": {
        "name": "Beancount",
        "text": "The same for Beancount, with a closing balance that it checks once the days are over."
      }
    },
    "action": "Download",
    "working": "Your file is on its way",
    "progress": "{size} received",
    "stop": "Stop",
    "saved": "Saved as {name}",
    "months": "Choose a month, or fewer days"
  },
  "stepUp": {
    "title": "Confirm it's you",
    "send": "You're about to send this. Check the name and the amount.",
    "withdraw": "You're about to withdraw this. Check the account and the amount.",
    "act": "You're confirming: {act}",
    "payee": "To",
    "amount": "Amount",
    "total": "You pay",
    "totalFromBalance": "Total from your balance",
    "again": {
      "over": "That took too long, or there were too many wrong tries, so we ask again.{code, select, yes { A code we texted you before no longer works.} other {}}",
      "proved": "That was confirmed already, maybe in another tab. Each time counts for one thing only, so please confirm again.",
      "enrolled": "Your account is protected now. One more step: confirm it's you."
    },
    "how": "How do you want to confirm?",
    "factors": {
      "passkey": "Passkey",
      "totp": "Authenticator app",
      "recoveryCode": "Recovery code",
      "code": "Code by text message",
      "password": "Password"
    },
    "codeLabel": "Code from the text to {phone}",
    "codeLabelStopped": "6-digit code",
    "stopped": "Someone replied STOP to our texts from {phone}, so codes can't reach it. Reply START in the same conversation, then send the code again.",
    "codeAsk": "Send the code",
    "sending": "Sending the code…",
    "resend": "Send it again",
    "resendIn": "Send it again in {time}",
    "resent": "We're sending you a new code",
    "confirm": "Confirm",
    "cancel": "Cancel",
    "other": "Confirm another way",
    "none": "You can't confirm this right now. Contact support.",
    "enrol": {
      "title": "First, protect your account",
      "text": "For this we need a way to know it is you besides the service you log in with. Anything you entered stays here.",
      "password": "Set a password",
      "passkey": "Add a passkey",
      "elsewhere": "A new tab opened where you set your password. Come back here when it is saved.",
      "check": "I saved my password",
      "notYet": "There's no password yet. Finish in the other tab, then try again."
    },
    "codeTooMany": "You've asked for too many codes by text message. You can ask for another in {time}.",
    "codeOnly": "Once you have a code again, you can add a passkey or an authenticator app in Settings > Login and security. Then you can confirm without text messages.",
    "codeOthers": "Or confirm another way, below.",
    "endOne": "Log out one other device",
    "endOthers": "Log out all other devices",
    "endEvery": "Log out every device, including this one",
    "waits": "Until {from} your new phone number can't confirm it's you. You can do this after that."
  },
  "support": {
    "title": "Support",
    "ticket": "Message to support",
    "lead": "Write to us whenever something isn't clear. We answer here and email you when we do.",
    "first": "Before you write",
    "faqs": "Questions and answers",
    "faqsText": "Most things are answered there",
    "disputes": "Reported problems",
    "disputesText": "Problems with a transaction, and by when we answer",
    "write": "Write to us",
    "yours": "Your messages",
    "more": "Show more",
    "choose": "Choose a message to read it here.",
    "empty": {
      "title": "No messages yet",
      "text": "What you write to us and our answers will be here."
    },
    "modules": {
      "account": "Account",
      "payments": "Payments",
      "withdrawals": "Withdrawals",
      "invoices": "Invoices",
      "kyc": "Identity check",
      "rewards": "Rewards",
      "other": "Something else"
    },
    "states": {
      "open": "With us",
      "waitingForYou": "Waiting for you",
      "answered": "Answered",
      "closed": "Closed"
    },
    "next": {
      "open": "We have your message and will answer here.",
      "waitingForYou": "We asked you something. Reply below so that we can go on.",
      "answered": "We answered. Reply if something is still open.",
      "closed": "This conversation is closed."
    },
    "new": "Write to us",
    "about": "This is about",
    "transaction": "this transaction",
    "concerns": {
      "identityCheck": "a decision of your identity check.",
      "restriction": "a restriction of your account.",
      "limit": "one of your limits.",
      "refusal": "something that was refused."
    },
    "module": "What is it about?",
    "modulePlaceholder": "Choose a subject",
    "description": "Your message",
    "descriptionHint": "Never send us your password or a code: we don't need them.",
    "charactersLeft": "{count} characters left.",
    "files": {
      "add": "Add pictures or PDFs",
      "hint": "Optional. Up to {count} files, each under 8 MB.",
      "chosen": "Files to send",
      "remove": "Remove {name}",
      "unreadable": "{name} can't be read as a picture or PDF. Remove it or choose another.",
      "refused": {
        "type": "Choose JPEG, PNG or WebP pictures, or PDFs.",
        "size": "Choose files under 8 MB each.",
        "count": "Choose at most {count} files."
      },
      "picture": "Picture you sent",
      "showPicture": "Show picture ({size})",
      "savePdf": "Save PDF ({size})"
    },
    "send": "Send",
    "sent": "Sent. We'll answer here.",
    "messages": "Messages",
    "from": {
      "you": "You",
      "support": "Support"
    },
    "reply": "Your reply",
    "reopens": "Your reply opens it again.",
    "toDispute": "Show the report",
    "toTransaction": "Show the transaction"
  },
  "transfers": {
    "deposit": {
      "title": "Add money",
      "label": "Amount to add",
      "minimum": "From {amount}",
      "required": "Enter how much to add",
      "method": {
        "card": "Debit or credit card",
        "paypal": "PayPal",
        "zelle": "Zelle"
      },
      "facts": {
        "add": "You'll get",
        "total": {
          "card": "Your card is charged",
          "paypal": "PayPal charges you",
          "zelle": "You pay by Zelle"
        },
        "when": "Arrives",
        "debt": "Pays what you owe",
        "debtLeft": "You'll still owe",
        "added": "Added to your balance"
      },
      "pay": {
        "card": "Pay {amount} by card",
        "paypal": "Pay {amount} with PayPal",
        "zelle": "Pay {amount} with Zelle"
      },
      "summary": "Your payment",
      "opening": "Opening the payment page",
      "notCharged": "Nothing was charged",
      "notYet": {
        "title": "First, verify your {missing, select, email {email} phone {phone} other {email and phone}}",
        "text": "It takes two minutes and keeps your money safe.",
        "action": "Get started"
      },
      "result": {
        "done": {
          "title": "Money added",
          "text": "{amount} is in your balance",
          "balance": "New balance",
          "charged": "Charged to your card",
          "movement": "View details",
          "action": "Done",
          "chargedPaypal": "Charged by PayPal",
          "debtTitle": "Money received",
          "paysDebt": "{amount} came in and pays what you owe first.",
          "paidPart": "{paid} paid part of what you owe. {left} is still to pay.",
          "paidAll": "{paid} paid what you owed.",
          "paidAndAdded": "{paid} paid what you owed, and {added} is in your balance."
        }
      },
      "returnTitle": "Your payment",
      "cancelTitle": "Payment not finished",
      "speed": {
        "card": "Usually in seconds",
        "paypal": "Usually in seconds",
        "zelle": "Usually 1 to 10 minutes, at most about 30"
      },
      "how": "How to pay",
      "payBy": {
        "card": "Pay by card",
        "paypal": "Pay with PayPal",
        "zelle": "Pay with Zelle"
      },
      "chooseAnother": "Choose another way to pay."
    },
    "send": {
      "title": "Send money",
      "lead": "Choose how to send it",
      "methods": {
        "inApp": "Your balance",
        "inAppText": "Straight to theirs.",
        "zelle": "Zelle",
        "zelleText": "You pay from your bank's app.",
        "card": "Debit or credit card",
        "cardText": "You pay on a secure card page.",
        "paypal": "PayPal",
        "paypalText": "You approve it at PayPal."
      },
      "steps": {
        "label": "Steps to send",
        "recipient": "Who",
        "amount": "Amount",
        "review": "Review"
      },
      "recipient": {
        "title": "Who are you sending to?",
        "noneText": "People you send to or get money from will show up here. Search above to find the first one."
      },
      "amount": {
        "title": "How much?",
        "to": "To",
        "change": "Change",
        "label": "Amount to send",
        "balance": "Available balance {amount}",
        "upTo": "You can send up to {amount}",
        "fee": "Fee {amount}",
        "noFee": "No fee",
        "required": "Enter how much to send",
        "summary": "Your payment"
      },
      "detail": {
        "title": "Review and send",
        "to": "To",
        "amount": "Amount",
        "total": "Total",
        "when": "Arrives",
        "undoFirst": "If it's your first payment to this person, it arrives {time} later. Until then you can undo it.",
        "heldMaybe": "It may be held if {name} still has to verify their identity.",
        "heldUnverified": "{name} hasn't verified their identity yet. It may be held until they do.",
        "purpose": "What's it for?",
        "personal": "Friends and family",
        "goods": "Goods or services",
        "note": "Note",
        "noteHint": "{name} will see this. {count} characters left.",
        "noteRequired": "Say what you're paying for",
        "sending": "Sending",
        "waitingForQuote": "Working out the total",
        "checkingTitle": "Checking your payment",
        "checkingText": "This is taking longer than usual. You can stay or leave: if it went through, you'll see it in Activity.",
        "notSent": "Nothing was sent"
      },
      "success": {
        "title": "Payment sent",
        "text": "You sent {amount} to {name}",
        "heldTitle": "Payment on hold",
        "heldText": "{name} needs to verify their identity to get your {amount}. If they don't, it comes back to you.",
        "reference": "Reference",
        "balance": "New balance",
        "movement": "View details",
        "done": "Done",
        "charged": "Paid in all",
        "undoTitle": "Payment on its way",
        "undoText": "{name} gets your {amount} at {time}. Until then you can undo it.",
        "undo": "View or undo",
        "approvalTitle": "Payment waiting for approval",
        "approvalText": "{names} approves your {amount} to {name} first. By {at} it has arrived or is back in your balance.",
        "takeBack": "View or take back"
      },
      "speed": {
        "inApp": "Usually in seconds",
        "zelle": "Usually 1 to 10 minutes, at most about 30",
        "card": "Usually in seconds",
        "paypal": "Usually in seconds"
      },
      "pay": {
        "inApp": "Send {amount}",
        "zelle": "Pay {amount} with Zelle",
        "card": "Pay {amount} by card",
        "paypal": "Pay {amount} with PayPal"
      },
      "otherWay": "Choose another way",
      "tabs": {
        "card": {
          "recipient": "Send by card: who",
          "amount": "Send by card: amount",
          "detail": "Send by card: review",
          "success": "Send by card: result",
          "cancel": "Send by card: not finished"
        },
        "paypal": {
          "recipient": "Send with PayPal: who",
          "amount": "Send with PayPal: amount",
          "detail": "Send with PayPal: review",
          "success": "Send with PayPal: result",
          "cancel": "Send with PayPal: not finished"
        },
        "zelle": {
          "recipient": "Send with Zelle: who",
          "amount": "Send with Zelle: amount",
          "detail": "Send with Zelle: review",
          "success": "Send with Zelle: result"
        }
      }
    },
    "safety": {
      "lead": "A first payment to someone is the one that most often goes wrong.",
      "label": "Time to undo",
      "hint": "The first time you pay someone from your balance, the money arrives only after this time. Until then you can undo it, and they see when it comes.",
      "off": "None",
      "minutes": "{count} minutes",
      "hour": "1 hour"
    }
  },
  "wallet": {
    "title": "Home",
    "greeting": "Hi, {name}",
    "balance": {
      "label": "Available balance",
      "held": "{amount} on hold",
      "hide": "Hide balance",
      "show": "Show balance"
    },
    "tasks": {
      "title": "To do",
      "progress": "{done} of {total} done",
      "verifyEmail": "Verify your email",
      "addPhone": "Verify your phone",
      "fundAccount": "Add money",
      "funded": "Money in your account",
      "verifyIdentity": "Verify your identity",
      "contactsFirst": "After your {missing, select, email {email} phone {phone} other {email and phone}}",
      "inReview": "In review",
      "denied": "Not accepted. See why, and what you can do",
      "expired": "Your ID has expired. Send a valid one",
      "done": "Done",
      "protect": "Protect your account",
      "protectText": "You need a password or a passkey before you can add or send money"
    },
    "actions": {
      "label": "What you can do",
      "send": "Send",
      "addMoney": "Add money",
      "withdraw": "Withdraw",
      "request": "Request"
    },
    "inFlight": {
      "title": "In progress",
      "details": "See details"
    },
    "latest": {
      "title": "Activity",
      "all": "See all"
    },
    "history": {
      "title": "Your balance, last {days} days",
      "chooseDay": "Balance on a day",
      "asTable": "See it as a table",
      "week": "Week",
      "in": "Money in",
      "out": "Money out",
      "balance": "Balance",
      "held": "Includes {amount} on hold.",
      "hidden": "Your balance is hidden.",
      "tooLittle": "Once you've moved money on a few different days, you'll see how your balance changes here."
    },
    "people": {
      "title": "People you know",
      "send": "Send money to {name}"
    },
    "limits": {
      "title": "Your limits",
      "send": "Sending to people on Puente",
      "add": "Adding money",
      "left": "{left} left",
      "window": {
        "transaction": "Up to {limit} at a time.",
        "always": "Until you verify your identity, your balance can hold up to {limit}.",
        "24h": "Up to {limit} in 24 hours.",
        "7d": "Up to {limit} in 7 days.",
        "30d": "Up to {limit} in 30 days."
      }
    },
    "empty": {
      "title": "You're ready to go",
      "receiveTitle": "You can add money and get paid",
      "text": "Add money, or share your username to get paid:",
      "shareText": "Share your username to get paid:",
      "copyHandle": "Copy your username",
      "notYetTitle": "No activity yet",
      "notYetText": "Verify your {missing, select, email {email} phone {phone} other {email and phone}} to add money and get paid."
    },
    "tour": {
      "place": "{at} of {of}",
      "next": "Next",
      "back": "Back",
      "done": "Done",
      "skip": "Skip the tour",
      "balance": {
        "title": "Welcome: your balance",
        "text": "This is what you can spend now. Money on hold is shown beside it. The eye hides the amount, here and on your other devices."
      },
      "actions": {
        "title": "Send and add money",
        "text": "The buttons below your balance. Sending to people here is free; adding money by card shows its fee before you pay."
      },
      "tasks": {
        "title": "What's left to do",
        "text": "Home lists what you still have to verify, and payments that haven't arrived yet. Each says what happens next."
      },
      "settings": {
        "title": "Make it yours",
        "text": "Your picture at the top leads to the settings: your details, language, colors, and which cards home shows. You can see this tour again there."
      }
    },
    "usage": {
      "title": "May we count which screens are used?",
      "text": "It shows us what people use and where something breaks. Neither your name nor your account goes with it, and we share it with no one. You can change your answer in Settings, Customize home.",
      "yes": "Yes, count",
      "no": "No, thanks"
    },
    "debt": {
      "title": "You owe {amount}",
      "text": "Money you'd already spent was taken back. Until this is paid you can't send or withdraw, and money that comes in pays it first.",
      "pay": "Add money",
      "why": "See what it's for"
    }
  },
  "why": {
    "help": "Get help",
    "needed": "What's needed",
    "next": "Who acts next",
    "by": "By when",
    "noDate": "There's no fixed date. We tell you as soon as it moves on.",
    "whenYouEndIt": "When you unfreeze it. Nothing else ends it.",
    "asksAgain": "There's no fixed date. We ask again on {at}, and tell you as soon as it moves on.",
    "actor": {
      "you": "You",
      "us": "The Puente team",
      "receiver": "The person who receives it",
      "approver": "The person who approves your payments",
      "provider": "The bank or payment company",
      "nobody": "No one; this is over",
      "itself": "No one; it ends on its own"
    },
    "hold": {
      "zelleMismatch": "Someone on our team is comparing the payment with what was asked for.",
      "zelleNotSeen": "Pay by Zelle, if you haven't, and check the confirmation number.",
      "recipientKycRequired": "The receiver has to verify their identity.",
      "underReview": "Someone on our team is looking at it. You don't have to do anything.",
      "providerReview": "The bank or payment company has to finish its review. You don't have to do anything here.",
      "disputed": "The card company, the bank or PayPal has to decide whether the payment stands. That can take two to three months.",
      "fraudWarning": "The cardholder or the card company may still dispute the payment. If no dispute comes, the money is available again after about four months at the latest.",
      "providerUnknown": "The bank or payment company has to tell us what became of it. We keep asking.",
      "approverWait": "The person who approves your payments has to say yes."
    },
    "cancel": {
      "cancelledByUser": "Nothing. It was canceled.",
      "declined": "Try again, or pay another way.",
      "expired": "Start again: the time to finish it has run out.",
      "rejected": "Nothing. If you think this is wrong, write to us.",
      "returned": "Check the details of the account before you try again.",
      "unclaimed": "Check the address before you try again: no one collected the money.",
      "recipientDidNotVerify": "Nothing. The receiver didn't verify their identity in time.",
      "keptApart": "Nothing. If you have questions, write to us.",
      "triedAgain": "Nothing. You tried this payment again."
    },
    "identityCheck": {
      "blurry": "{of, select, selfie {Take it again in even light, facing the camera.} video {Make it again in good light, and speak clearly.} other {Take a new photo in good light, with all four corners in the picture and every word readable.}}",
      "expired": "{of, select, selfie {Take a new photo of yourself now.} video {Make a new video of yourself now.} invoice {Send one from the last 90 days.} other {Use an ID that is still valid.}}",
      "mismatch": "{of, select, selfie {Take a photo of your own face, without sunglasses or a hat.} video {Make it yourself, holding the ID you sent us beside your face.} invoice {Send one that shows your full name and the address on your account. If that address is wrong, write to us.} other {Check your name and date of birth: they have to be exactly as on your ID.}}",
      "unsupported": "{of, select, selfie {Take a photo of yourself now.} video {Make a video of yourself now.} invoice {Use a document from the list.} other {Use an ID from the list.}}",
      "underage": "Accounts are for people 18 and over. If the date of birth was misread, send a sharper photo or ask us to look again.",
      "other": "{of, select, selfie {Take a new, clear photo of yourself.} video {Make a new video in good light.} invoice {Send a clear photo of another document.} other {Send a clear photo of your ID, with all four corners in the picture.}} If it's not accepted either, ask us to look again."
    },
    "restriction": {
      "person": "Unfreeze the account when everything is fine.",
      "lostDevice": "Remove the lost device's passkey and authenticator app under Login and security in Settings. Then unfreeze the account.",
      "notMe": "Choose a new password, then unfreeze the account.",
      "unusualActivity": "Nothing for now. We're checking the activity and will write to you.",
      "identityDoubt": "Write to us. We'll ask you to confirm who you are.",
      "reportedByOthers": "Nothing for now. We're looking into what was reported and will write to you.",
      "legalOrder": "Nothing that you can do here."
    },
    "limit": {
      "usual": "Wait until the limit frees up, or verify more of your identity for a higher one.",
      "requested": "Nothing. You asked for this limit.",
      "riskReview": "We set this limit after a review. Write to us if you need another one.",
      "legalOrder": "We follow a legal order. Write to us if you have questions.",
      "passwordReset": "Nothing. This is a waiting period.",
      "emailChanged": "Nothing. This is a waiting period.",
      "phoneChanged": "Nothing. This is a waiting period.",
      "factorRemoved": "Nothing. This is a waiting period."
    }
  },
  "withdrawals": {
    "ways": {
      "title": "Withdraw",
      "lead": "Choose where your money goes",
      "bank": "Bank account",
      "bankText": "To any US bank.",
      "paypal": "PayPal",
      "paypalText": "To a PayPal account."
    },
    "paused": {
      "title": "You can't withdraw until {until}",
      "text": "How you log in or confirm it's you changed recently, so nothing can be withdrawn for now. You can still send up to {limit} in 24 hours, with {left} left."
    },
    "arrival": {
      "bank": "3 to 4 business days",
      "paypal": "Usually in minutes",
      "between": "Between {from} and {to}",
      "on": "On {day}"
    },
    "accountTypes": {
      "Checking": "Checking",
      "Savings": "Savings"
    },
    "steps": {
      "label": "Steps to withdraw",
      "recipient": "Account",
      "amount": "Amount",
      "review": "Review"
    },
    "amount": {
      "title": "How much to withdraw?",
      "to": "To",
      "change": "Change",
      "label": "Amount to withdraw",
      "required": "Enter how much to withdraw",
      "summary": "Your withdrawal",
      "fee": "Fee {amount}",
      "balance": "Available balance {amount}",
      "upTo": "You can withdraw up to {amount}",
      "cheaperAt": "Withdrawing {amount} costs less: from there on the fee is lower.",
      "firstDay": "You added or changed this account recently. Until {until} you can withdraw up to {limit} to it.",
      "lastReturnTitle": "The last withdrawal here came back",
      "lastReturnText": "Make sure it'll be accepted this time.",
      "firstDayNote": "New account: up to {limit} until {until}",
      "everything": "Everything leaves your balance: {amount}. The fee comes out of it.",
      "takeEverything": "Withdraw everything",
      "comeBackThen": "A withdrawal can't be scheduled. Come back then to make it.",
      "chooseAmount": "Choose an amount"
    },
    "facts": {
      "to": "To",
      "amount": "Amount",
      "arrives": "Arrives",
      "total": "Total from your balance",
      "unclaimed": "If it isn't claimed within 30 days, it comes back to you{fee, plural, =0 {} other {, fee included}}."
    },
    "details": {
      "title": "Review and withdraw",
      "note": "Note",
      "noteHint": "Only you will see this. {count} characters left.",
      "withdraw": "Withdraw {amount}",
      "withdrawing": "Withdrawing",
      "waitingForQuote": "Working out the total",
      "checkingTitle": "Checking your withdrawal",
      "checkingText": "This is taking longer than usual. You can stay or leave: if it went through, you'll see it in Activity.",
      "notWithdrawn": "Nothing was withdrawn"
    },
    "success": {
      "title": "Withdrawal on its way",
      "doneTitle": "Withdrawal complete",
      "cancelledTitle": "Withdrawal canceled",
      "refusedTitle": "Withdrawal not accepted",
      "heldTitle": "Withdrawal on hold",
      "text": "{amount} is on its way to {name}",
      "done": "{amount} went to {name}",
      "setAside": "{total} is set aside for now.",
      "cancelled": "This withdrawal didn't go through.",
      "reference": "Reference",
      "balance": "New balance",
      "note": "Note",
      "movement": "View details",
      "movementOrCancel": "View details or cancel",
      "action": "Done",
      "returnedTitle": "Withdrawal returned",
      "returned": "{account} sent {amount} back. The details say why."
    },
    "paypal": {
      "title": "Which PayPal account?",
      "lead": "The money goes to the PayPal account of this email.",
      "email": "PayPal email",
      "emailHint": "Check it letter by letter: we can't get money back from a wrong account.",
      "fullName": "Full name",
      "unclaimed": "If this email has no PayPal account yet, PayPal writes to it. Money that isn't claimed within 30 days comes back to you.",
      "amountTitle": "How much to PayPal?",
      "detailsTitle": "Review and withdraw to PayPal",
      "successTitle": "Withdrawal to PayPal on its way"
    },
    "other": {
      "bank": "Withdraw to a bank",
      "paypal": "Withdraw to PayPal"
    }
  },
  "zelle": {
    "titlePay": "Pay with Zelle",
    "titleWait": "Looking for your payment",
    "forYou": "To add to your balance",
    "forYouWithFee": "To add {amount} to your balance",
    "forThemWithFee": "To send {amount} to {name}",
    "forThem": "To send to {name}",
    "watching": "We're watching for your payment. With the memo code and the exact amount it settles on its own, even if you leave.",
    "leave": "Done for now",
    "pay": {
      "title": "In your bank's app",
      "text": "Send a Zelle payment with exactly these details.",
      "to": "To",
      "copyTo": "Copy address",
      "total": "Amount",
      "copyTotal": "Copy amount",
      "exact": "Exactly {amount}",
      "memo": "Memo",
      "copyMemo": "Copy memo code",
      "memoNote": "Put this code in the memo",
      "until": "Pay by",
      "qr": "QR code with the payment details",
      "qrText": "Scan it with your bank's app",
      "openBank": "Open the sandbox bank"
    },
    "confirm": {
      "title": "Paid without the code?",
      "text": "Tell us the confirmation number and we'll find your payment.",
      "number": "Confirmation number",
      "numberHint": "9 to 12 digits. Your bank shows it after the payment.",
      "name": "Name on the bank account",
      "nameHint": "As your bank has it",
      "nameEmpty": "This field cannot be empty",
      "action": "Find my payment",
      "triesLeft": "{count} tries left",
      "noTries": "You're out of tries for this payment. We'll keep looking for it.",
      "stillLooking": "We're still looking",
      "notTaken": "That didn't work. Nothing has changed."
    },
    "progress": {
      "title": "Progress",
      "begun": "Started",
      "number": "You told us number {number}",
      "looking": "Looking for your payment",
      "lookingText": "Usually 1 to 10 minutes, at most about 30. You can leave: it finishes on its own.",
      "end": "Completed"
    }
  },
  "errors": {
    "codes": {
      "alreadyConfirmed": "Email already confirmed",
      "emailAlreadyInUse": "Email already registered",
      "emailUsed": "Another account already uses this email",
      "invalidSignIn": "Your email and password combination is incorrect",
      "invalidPass": "Use at least 8 characters, with a number and a capital letter",
      "emailNotVerified": "Verify your email to continue",
      "userNotFound": "Receiver not found",
      "phone_already_verified": "You've already verified this phone number",
      "phoneUsed": "Another account already uses this phone number",
      "change_password_error": "That's not your current password",
      "invalidCode": "That code isn't right. Check it, or ask for a new one.",
      "usedCode": "This code has already been used. Ask for a new one.",
      "phoneConfirmationCode": "There's no active code for this phone. Ask for a new one.",
      "tokenExpired": "Your session has expired. Log in again.",
      "emailTokenExpired": "This code has expired. Ask for a new one.",
      "invalidToken": "Please log in again",
      "AuthHeaderRequired": "Log in to continue",
      "missingHeader": "Something was missing from that request. Please try again.",
      "authTokenMissing": "Your sign-in is missing. Log in again.",
      "sessionClosed": "You've been logged out",
      "userIdMissing": "We couldn't find your account. Please log in again.",
      "invalidName": "Please enter a valid name without special characters",
      "invalidFullName": "Enter your full name in letters, 2 to 100 characters",
      "fullNameMissing": "Enter your full name",
      "fullBName": "Enter your name exactly as it appears on your ID",
      "addressMissing": "Enter your street address, city and state",
      "invalidBirthDay": "Check your date of birth. You must be at least 18.",
      "invalidLanguage": "This language isn't available yet",
      "invalidRole": "You can't change the account type",
      "invalidPhoneNumber": "Please, fill out a valid phone",
      "invalidEmail": "Invalid email",
      "birthdayChangesExceeded": "You can't change your date of birth again. Contact support and we'll help.",
      "fullNameChangesExceeded": "You can't change your name again for now. Contact support and we'll help.",
      "invalidRequest": "Something isn't right here. Check it and try again.",
      "invalidCurrency": "We only support US dollars",
      "invalidAmount": "Enter a valid amount",
      "invalidCardNumber": "This card can't be used. Try another one.",
      "cardIdMissing": "Choose a card",
      "invalidNote": "Add a note of up to 280 characters",
      "invalidUser": "Invalid destination user",
      "invalidTo": "Choose who you're sending to",
      "invalidType": "This option isn't available",
      "invalidLimit": "Limit must be greater than 0",
      "invalidDescription": "Tell us what happened, in up to 2,000 characters",
      "invalidPrice": "Enter a price above $0.01",
      "invalidTransactionId": "We can't find this transaction, or it can't be changed anymore",
      "invalidProductId": "We can't find this product",
      "invalidInvoice": "We can't find this invoice, or it can't be changed anymore",
      "invalidProducts": "Choose between 1 and 100 products",
      "invalidPayMethod": "Choose a payment method",
      "invalidConfirmationNumber": "Zelle reference must be between 9 and 12 digits long.",
      "invalidPayerId": "PayPal couldn't confirm who's paying",
      "invalidpaymentId": "PayPal couldn't find this payment",
      "senderUnsufficientFunds": "You don't have enough money to proceed",
      "invalidAccountType": "Choose checking or savings",
      "invalidRouting": "Check the routing number",
      "invalidAccountNumber": "Check the account number",
      "invalidZipCode": "Zip code does not match city or state",
      "publicTokenMissing": "Your bank isn't connected yet. Please start again.",
      "userNameMissing": "Your bank didn't send us the account holder's name",
      "institutionMissing": "Choose your bank",
      "linkMissing": "The connection to your bank was closed. Please start again.",
      "maxWithdrawLimitReached": "Your remaining weekly withdrawal amount is {remaining}",
      "zelleNotFound": "We have not found your confirmation number. It may take 1 to 10 minutes for Zelle to finish the transaction. Please try again later.",
      "serviceUnavailable": "This isn't available right now. Please try again in a moment.",
      "notFound": "We couldn't find what you're looking for",
      "unknown": "Oops. Something went wrong",
      "undefined": "Oops. Something went wrong",
      "tooManyRequests": "Too many attempts. Try again in {wait}.",
      "kycRequired": "Verify your identity to continue",
      "limitExceeded": "This goes over your limit",
      "accountRestricted": "Your account is restricted. Contact support.",
      "stepUpRequired": "Confirm it's you to continue",
      "idempotencyConflict": "You already sent this with different details. Review it and try again."
    },
    "reasons": {
      "invalidEmail": {
        "disposable": "Please use real email",
        "same": "That's already your email"
      },
      "invalidAmount": {
        "cardMinimum": "Try with more than 1$",
        "withdrawMaximum": "Amount should not exceed $10,000",
        "withdrawMinimum": "The minimum withdrawal is $20",
        "quoteChanged": "The total has changed. Review it before you continue.",
        "sharesDiffer": "The parts don't add up to the bill",
        "moreThanMoved": "Enter at most what this transaction took from you.",
        "priceChanged": "Your prices have changed. It now comes to {amount}: look at it again before you send it."
      },
      "limitExceeded": {
        "transaction": "You can move up to {limit} at a time",
        "always": "Your balance can hold up to {limit} until you verify your identity",
        "rolling": "{name}: {left} left, {more} more on {freesAt}",
        "later": "{name}: {left} left. This amount fits from {freesAt}.",
        "most": "{name}: {left} left now. The limit never allows more than {most} at once.",
        "left": "{name}: {left} left",
        "schedules": "You have 50 payments and requests scheduled already. Cancel one to add another.",
        "approvers": "You have 3 approvers already. Remove one to add another.",
        "approvedPeople": "You approve payments for 20 people already"
      },
      "sessionClosed": {
        "signedOut": "You logged out",
        "idle": "We logged you out because you were away for a while",
        "absolute": "We logged you out after 12 hours. Please log in again.",
        "replaced": "You can be logged in on 5 devices at once. You logged in on another one, so we logged this one out.",
        "revoked": "This session was ended. Please log in again.",
        "passwordChanged": "Your password was changed. Log in with the new one.",
        "lostDevice": "We logged you out everywhere because a device was reported lost",
        "notMe": "We logged you out everywhere because an email of ours was answered with “This wasn't me”. Please log in again.",
        "operator": "Our support team logged you out. Contact us if you have questions.",
        "accountClosed": "This account was closed",
        "locked": "Your session is locked"
      },
      "accountRestricted": {
        "frozen": "Your account is frozen, so no money can leave it. Settings, Account says why and what to do.",
        "notEmpty": "Your account isn't empty yet, so it can't be closed. Settings, Account says what to do.",
        "owing": "You owe us, so your account can't be closed. Add money to pay it first.",
        "frozenByOperator": "We froze this account, so only we can unfreeze it. Settings, Account says why.",
        "ownerInDoubt": "We have to make sure this account is yours, and until then nothing in it can be changed or exported. Contact support, and we'll ask you to confirm who you are.",
        "closing": "Your account is being closed",
        "moneyFrozen": "All payments are paused while we check something. Nothing has moved. Please try again later.",
        "passwordReset": "You reset your password recently. Until {until} you can send up to {limit} in 24 hours, with {left} left.",
        "passwordResetWithdraw": "You reset your password recently, so you can't withdraw until {until}. You can still send up to {limit} in 24 hours, with {left} left.",
        "phoneChanged": "You changed your phone number recently. Until {until} you can send up to {limit} in 24 hours, with {left} left.",
        "phoneChangedWithdraw": "You changed your phone number recently, so you can't withdraw until {until}. You can still send up to {limit} in 24 hours, with {left} left.",
        "phoneChangedProof": "You changed your phone number recently. Until {until} it can't confirm this by itself.",
        "phoneAddedProof": "You added your phone number recently. Until {until} it can't confirm this by itself. Set a password, and you can confirm with that.",
        "factorRemoved": "You removed a way to confirm it's you recently. Until {until} you can send up to {limit} in 24 hours, with {left} left.",
        "factorRemovedWithdraw": "You removed a way to confirm it's you recently, so you can't withdraw until {until}. You can still send up to {limit} in 24 hours, with {left} left.",
        "emailChanged": "You changed your email recently. Until {until} you can send up to {limit} in 24 hours, with {left} left.",
        "emailChangedWithdraw": "You changed your email recently, so you can't withdraw until {until}. You can still send up to {limit} in 24 hours, with {left} left.",
        "provedElsewhere": "Your email was verified on another device. Reset your password, then you can change your email.",
        "recipientIsNew": "You added or changed this bank account recently. Until {until} you can withdraw up to {limit} to it, with {left} left.",
        "closed": "This account is closed",
        "closingCooling": "How you log in or confirm it's you changed recently. Until {until} your account can't be closed.",
        "approverCooling": "You changed how you log in or confirm it's you recently. Until {until} you can decline this payment, but not approve it.",
        "approverIsPayee": "Nobody could approve this: it goes to the person who approves your payments. Name a second approver, or choose a smaller amount.",
        "credited": "We credited you for a problem you reported, and that isn't final yet. You can close your account once the credit is yours for good or has gone back.",
        "owes": "You owe us for money that went back, so nothing can be sent or withdrawn. Add money to pay it first."
      },
      "kycRequired": {
        "phone": "Verify your phone to continue",
        "terms": "Accept the terms to continue"
      },
      "invalidRequest": {
        "tooManyRows": "That's more rows than a PDF holds (2,000). Choose fewer days, or another kind of file.",
        "tooLarge": "This file is too large",
        "triesUsedUp": "You've used all your attempts for now. Try again later, or contact support.",
        "notNow": "You can't replace this file while we're reviewing it",
        "alreadyApproved": "This file is already approved, so it can't be replaced",
        "tooManyFiles": "You've uploaded too many files. Contact support.",
        "tooManyFilesLately": "You've sent as many files as we take in 30 days. Tell us in words what this one shows, or send it later.",
        "verified": "This was checked with your identity. Contact support to change it.",
        "passkeysFull": "You have 10 passkeys already. Remove one to add another.",
        "passkey": "That passkey wasn't saved. Try again.",
        "appealOpen": "You already asked us to look again. We'll answer that first.",
        "nothingDenied": "There's no decision to look at again",
        "ein": "An EIN has 9 digits, like 12-3456789",
        "einPrefix": "The IRS gives out no EIN that begins like this. Check the first two digits.",
        "recipientsFull": "You have 50 bank accounts already. Delete one to add another.",
        "dueDate": "Choose a due date from today on, within the next five years",
        "personAskedOnce": "A request to one person can only be paid once",
        "lastWayIn": "Set a password first. Without one, you couldn't log in anymore.",
        "expiry": "A request can stay open from 1 hour to 90 days. Choose another time.",
        "start": "Choose a start from now on, within the next year",
        "until": "Choose an end on or after the first date",
        "ruleEmpty": "Choose at least one kind of payment to approve"
      },
      "idempotencyConflict": {
        "answerExpired": "We handled this more than 90 days ago. Check your activity before you start a new one.",
        "earlierAttempt": "Your earlier payment is still going through, or has been paid. Check it in Activity before you start another."
      },
      "invalidType": {
        "image": "Use a JPEG, PNG or WebP photo",
        "pdf": "This PDF is incomplete or damaged",
        "fixedNotice": "This notice keeps your account safe, so it stays on",
        "video": "Choose an MP4 or WebM video",
        "notAsked": "We only need a video if a reviewer asks for one",
        "incoming": "For money that came in, choose that the amount is wrong, or something else."
      },
      "serviceUnavailable": {
        "unknownOutcome": "We're checking whether this went through. Nothing will be sent twice.",
        "anotherAttempt": "This payment is already being processed. Wait a moment and check again.",
        "sms": "We can't send text messages right now. Please try again later."
      },
      "invalidSignIn": {
        "password": "That's not your password",
        "passkey": "That passkey doesn't work here. Log in with your password.",
        "passkeyProof": "That didn't confirm it was you. Try again, or choose another way."
      },
      "invalidName": {
        "mixedScripts": "Write your name in one alphabet",
        "reserved": "This name could be mistaken for our staff. Enter your own name.",
        "period": "Add a space after each period in the name, as in St. John",
        "username": "Use 4 to 30 letters from a to z, digits, and single dots or hyphens between them. Begin with a letter.",
        "taken": "This username is taken. Try another one.",
        "business": "Use letters, digits, spaces and & . , ' -",
        "webAddress": "Enter the name of your business, not a web address"
      },
      "invalidNote": {
        "characters": "The note has characters that cannot be shown. Remove them and try again."
      },
      "addressMissing": {
        "characters": "The address has characters that cannot be shown. Remove them and try again."
      },
      "invalidPass": {
        "guessable": "This password is easy to guess. Avoid common passwords, your name or email, and the name of this app."
      },
      "invalidUser": {
        "oneself": "You can't send money to yourself",
        "approverOneself": "Choose someone else. You can't approve your own payments.",
        "approverSame": "This account belongs to the same person. Choose someone else.",
        "approverTaken": "This person approves payments for as many people as one can",
        "payerRestricted": "This payment can't go ahead right now. Decline it, or try again later."
      },
      "invalidCode": {
        "tries": "Too many wrong tries, so the code we sent no longer works. Ask for a new one.",
        "link": "This link is incomplete or no longer works. Ask for a new one.",
        "challenge": "This confirmation has run out. Start again.",
        "app": "That code isn't right. Enter the one your app shows now.",
        "recoveryCode": "That's not one of your recovery codes. Check it letter by letter."
      },
      "usedCode": {
        "link": "This link has already been used. Ask for a new one if you need it.",
        "challenge": "This was confirmed already. Start again.",
        "app": "This code was just used. Wait for the next one in your app.",
        "recoveryCode": "You've used this recovery code before. Use another one."
      },
      "emailTokenExpired": {
        "link": "This link has expired. Ask for a new one."
      },
      "fullNameChangesExceeded": {
        "username": "You've already changed your username once. It stays as it is."
      },
      "stepUpRequired": {
        "enrol": "First set a password or add a passkey, in Settings under Login and security"
      },
      "invalidRole": {
        "individual": "Only business accounts have these details",
        "verified": "These details were checked with your identity. Contact support to change them.",
        "inReview": "These details are being checked right now. You can change them once there's a result."
      },
      "invalidTo": {
        "recipientChanged": "This bank account was changed. Look at it again before you withdraw.",
        "recipientUnusable": "The bank sent an earlier payment to this account back. Edit the account or choose another one.",
        "recipientKnown": "This bank account is already on your list",
        "askedTwice": "You can ask each person only once"
      },
      "invalidProducts": {
        "catalogueFull": "You have 500 products already. Delete one to add another."
      },
      "tooManyRequests": {
        "remindersUsedUp": "You've sent all 3 reminders for this invoice",
        "remindedLately": "You sent a reminder today. You can send the next one in {wait}.",
        "remindedEnough": "You've sent all 3 reminders for this request",
        "confirmationNumbers": "You've used up your tries for this payment. If you sent the money, contact support."
      },
      "invalidInvoice": {
        "paid": "This invoice has been paid",
        "processing": "A payment for this invoice is under way",
        "declined": "This invoice was declined",
        "cancelled": "This invoice was canceled",
        "refundTooLarge": "What's left to refund is {left}",
        "toPay": "This invoice hasn't been paid yet"
      },
      "notFound": {
        "paid": "This request has already been paid",
        "declined": "This request was declined",
        "cancelled": "This request was canceled",
        "expired": "This request has expired",
        "processing": "A payment for this request is under way. Wait until it has ended.",
        "openLink": "There's nobody to remind about a link. Share it again instead."
      },
      "userNotFound": {
        "oneself": "You can't block yourself"
      },
      "invalidConfirmationNumber": {
        "usedBefore": "You've already given this reference for another payment"
      },
      "maxWithdrawLimitReached": {
        "rolling": "Your remaining weekly withdrawal amount is {left}. {more} more on {freesAt}.",
        "later": "Your remaining weekly withdrawal amount is {left}. This amount fits from {freesAt}.",
        "most": "Your remaining weekly withdrawal amount is {left}. The limit never allows more than {most} at once."
      },
      "invalidTransactionId": {
        "providerHolds": "PayPal is still reviewing this payment or waiting for the money, so it can't be canceled.",
        "nothingMoved": "This transaction was canceled, so a problem with it can't be reported here. If something looks wrong, write to us.",
        "reportedLate": "Problems can be reported up to 120 days after the transaction. Write to us, and we'll see what we can do.",
        "reported": "You already reported a problem with this transaction.",
        "decided": "We already decided a report about this transaction. If you have something new, write to us in its thread."
      }
    },
    "acts": {
      "sendInApp": "Send money",
      "startPayment": "Send money by card",
      "payInvoice": "Pay an invoice",
      "withdrawBank": "Withdraw to a bank",
      "withdrawPaypal": "Withdraw to PayPal",
      "resumeSchedule": "Resume a schedule",
      "createSchedule": "Schedule a payment or a request",
      "addRecipient": "Add a bank account",
      "updateRecipient": "Change a bank account",
      "exchangeBankLink": "Connect your bank",
      "endSessions": "Log out of devices",
      "openSession": "Log in",
      "passkeyOptions": "Add a passkey",
      "payRequest": "Pay a request",
      "removePasskey": "Remove a passkey",
      "startTotp": "Set up an authenticator app",
      "removeTotp": "Turn off the authenticator app",
      "renewRecoveryCodes": "Get new recovery codes",
      "linkSocial": "Add a way to log in",
      "unlinkSocial": "Remove a way to log in",
      "changePassword": "Change your password",
      "changeEmail": "Change your email",
      "confirmPhone": "Add your phone number",
      "requestPhoneCode": "Change your phone number",
      "unfreeze": "Unfreeze your account",
      "closeAccount": "Close your account",
      "reportTransactions": "Download a statement",
      "exportData": "Get a copy of your data",
      "getExport": "Download your data",
      "decideApproval": "Approve a payment",
      "inviteApprover": "Add an approver",
      "changeApprover": "Have fewer payments approved",
      "removeApprover": "Remove an approver"
    },
    "limits": {
      "outgoing": {
        "24h": "24-hour limit for what you send",
        "30d": "Monthly limit for what you send"
      },
      "inApp": {
        "24h": "Daily limit for sending on Puente",
        "7d": "Weekly limit for sending on Puente"
      },
      "outside": {
        "30d": "Monthly limit for money from outside"
      },
      "withdraw": {
        "24h": "Daily withdrawal limit",
        "7d": "Weekly withdrawal limit"
      },
      "zelle": {
        "24h": "Daily Zelle limit",
        "30d": "Monthly Zelle limit"
      },
      "deposit": {
        "30d": "Monthly limit for adding money"
      }
    }
  },
  "identity": {
    "uploads": {
      "selfieId": "ID",
      "selfie": "Selfie",
      "invoice": "Proof of address",
      "video": "Video"
    },
    "reasons": {
      "selfieId": {
        "blurry": "the photo is too blurry to read",
        "expired": "your ID has expired",
        "mismatch": "the name or date of birth doesn't match what you entered",
        "unsupported": "we can't accept this type of ID",
        "underage": "the date of birth on it is less than 18 years ago",
        "other": "we couldn't confirm your ID"
      },
      "selfie": {
        "blurry": "we can't see your face clearly",
        "expired": "the photo is too old",
        "mismatch": "your face doesn't match the one on your ID",
        "unsupported": "it has to be a photo of you, taken now",
        "underage": "you must be at least 18",
        "other": "we couldn't confirm the photo"
      },
      "invoice": {
        "blurry": "the photo is too blurry to read",
        "expired": "the document is more than 90 days old",
        "mismatch": "the name or address doesn't match your account",
        "unsupported": "we can't accept this type of document",
        "underage": "you must be at least 18",
        "other": "we couldn't confirm the document"
      },
      "video": {
        "blurry": "we can't see or hear you clearly",
        "expired": "the video is too old",
        "mismatch": "the person isn't the one on your ID",
        "unsupported": "it has to be a video of you, made now",
        "underage": "you must be at least 18",
        "other": "we couldn't confirm the video"
      }
    }
  },
  "notices": {
    "received": {
      "completed": "{name} sent you {amount}",
      "held": "{name} sent you {amount}. It's on hold until you verify your identity",
      "waiting": "{name} is sending you {amount}. It's on hold until it's approved",
      "cancelled": "{amount} from {name} isn't coming. It went back to them",
      "contested": "{name}'s payment to you is disputed. {amount} is set aside until it's decided, which can take two to three months",
      "chargedBack": "{name}'s payment to you was charged back, so {amount} left your balance",
      "takenBack": "{method, select, paypal {PayPal} other {The bank}} took back {name}'s payment to you, so {amount} left your balance",
      "returned": "{name}'s payment to you was refunded, so {amount} left your balance",
      "refundFailed": "The refund of {name}'s payment to you failed, so {amount} is in your balance again",
      "kept": "The dispute over {name}'s payment ended in your favor. {amount} is available again",
      "warned": "{name}'s payment to you was flagged as possible fraud. {amount} is set aside in case it's disputed",
      "cleared": "The fraud warning about {name}'s payment was cleared. {amount} is available again"
    },
    "sent": {
      "completed": "You sent {name} {amount}",
      "held": "Your payment of {amount} to {name} is on hold",
      "cancelled": "Your payment of {amount} to {name} was canceled",
      "paymentDeclined": "Your {method, select, paypal {PayPal} other {card}} payment of {amount} to {name} was declined. You weren't charged",
      "refunded": "A payment didn't go through, so {amount} of it is in your balance",
      "waiting": "Your payment of {amount} to {name} is on hold until it's approved",
      "declined": "Your payment of {amount} to {name} wasn't approved. The money is back in your balance",
      "lapsed": "Nobody approved your payment of {amount} to {name} in time. The money is back in your balance",
      "contested": "Your {method, select, paypal {PayPal} zelle {Zelle} other {card}} payment of {amount} to {name} is disputed. It can take two to three months to decide. We'll tell you whether it stands",
      "chargedBack": "Your payment of {amount} to {name} was charged back: {back}{withFee, select, yes { with its fee} other {}} went back to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}",
      "takenBack": "{method, select, paypal {PayPal} other {The bank}} took back your payment of {amount} to {name}: {back}{withFee, select, yes { with its fee} other {}} went back to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}",
      "returned": "You were refunded {back}{withFee, select, yes { with its fee} other {}} for your payment of {amount} to {name}",
      "refundFailed": "The refund of {back}{withFee, select, yes { with its fee} other {}} for your payment of {amount} to {name} failed. {name} keeps the money",
      "kept": "Your payment of {amount} to {name} stands. {name} keeps the money",
      "warned": "Your card company flagged your payment of {amount} to {name} as possible fraud. You'll hear from us when that's settled",
      "cleared": "The fraud warning about your payment of {amount} to {name} was cleared. {name} keeps the money"
    },
    "withdraw": {
      "requested": "Your withdrawal of {amount} is on its way",
      "completed": "Your withdrawal of {amount} has arrived",
      "held": "Your withdrawal of {amount} is on hold",
      "cancelled": "Your withdrawal of {amount} was canceled. {back}{withFee, select, yes { with its fee} other {}} is back in your balance",
      "returned": "Your withdrawal of {amount} was returned{reason, select, paypal { by PayPal} R02 {: the account is closed} R03 {: the bank has no account with that number and name} R04 {: the account number isn't valid} R06 {: we asked the bank to send it back} R12 {: the account has moved to another bank} R13 {: no bank takes transfers at that routing number} R14 {: the bank says that the account holder has died} R15 {: the bank says that the account holder has died} R17 {: the bank couldn't process the transfer's details} R20 {: that kind of account can't receive transfers} R23 {: the account holder refused the money} R28 {: the routing number isn't valid} R34 {: the bank can't receive transfers of this kind} other {}}. {back}{withFee, select, yes { with its fee} other {}} is back in your balance. {reason, select, paypal {Check your PayPal account before you try again} R02 {Add another account} R14 {Add another account} R15 {Add another account} R20 {Add another account} R34 {Add another account} R03 {Correct the account or add another} R04 {Correct the account or add another} R12 {Correct the account or add another} R13 {Correct the account or add another} R28 {Correct the account or add another} R06 {You can withdraw it again} other {Check the account before you try again}}",
      "notClaimedYet": "Your withdrawal of {amount} is waiting to be claimed at PayPal with {account}. If it isn't claimed, it comes back to you{date, select, none {} other { on {date}}}. Until then you can cancel it",
      "unclaimed": "Your withdrawal of {amount} was returned: nobody claimed it at PayPal in time. {back}{withFee, select, yes { with its fee} other {}} is back in your balance. Check the PayPal address before you try again",
      "kept": "Your withdrawal of {amount} was returned and isn't in your balance yet. We're checking why. Then the money goes back to your balance, or we'll ask you for more information",
      "keptUnfunded": "The bank returned your withdrawal of {amount}: it says that account is short of funds, which doesn't fit money sent to it. We're checking why. Then the money goes back to your balance, or we'll ask you for more information",
      "keptFrozen": "Your withdrawal of {amount} came back and is under review: the bank says that account is frozen",
      "keptDuplicate": "The bank returned your withdrawal of {amount}: it took it for a duplicate. We're checking why. Then the money goes back to your balance, or we'll ask you for more information",
      "keptApart": "We had to keep your withdrawal of {amount} apart. The money isn't in your balance",
      "released": "The review of a withdrawal ended. {amount} is back in your balance"
    },
    "deposit": {
      "completed": "You added {amount}",
      "matched": "We matched a Zelle payment of {amount} to you and added it to your balance",
      "held": "The {amount} you're adding is on hold",
      "cancelled": "Adding {amount} was canceled",
      "declined": "Your {method, select, paypal {PayPal} other {card}} payment to add {amount} was declined. You weren't charged",
      "returned": "Money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}} was refunded to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}, so {amount} left your balance",
      "refundFailed": "The refund to your {method, select, paypal {PayPal account} zelle {bank account} other {card}} failed, so {amount} is in your balance again",
      "contested": "Money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}} is disputed. {amount} is set aside until it's decided, which can take two to three months. We'll tell you the outcome",
      "mayOwe": "Money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}} is disputed, which can take two to three months to decide. {amount} of it is no longer in your balance: if the money goes back, you'll owe that",
      "chargedBack": "Money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}} was charged back {method, select, paypal {through PayPal} other {by your bank}}. It went back to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}, and {amount} left your balance",
      "takenBack": "{method, select, paypal {PayPal} other {The bank}} took back money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}}. It went back to your {method, select, paypal {PayPal account} zelle {bank account} other {card}}, and {amount} left your balance",
      "kept": "The dispute over money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}} ended in your favor. {amount} is available again",
      "stands": "The dispute over money you added {method, select, paypal {with PayPal} zelle {by Zelle} other {by card}} ended in your favor. You don't owe {amount} for it",
      "warned": "Your card company flagged money you added as possible fraud. {amount} is set aside in case the payment is disputed",
      "warnedMayOwe": "Your card company flagged money you added as possible fraud. {amount} of it is no longer in your balance: if the money goes back, you'll owe that",
      "cleared": "The fraud warning about money you added was cleared. {amount} is available again",
      "clearedStands": "The fraud warning about money you added was cleared. You don't owe {amount} for it"
    },
    "debt": {
      "owed": "You owe {amount} for money that went back. Add money to pay it before you send or withdraw",
      "partlyPaid": "Money that came in paid part of what you owe. {amount} is still to pay before you can send or withdraw",
      "settled": "You no longer owe {amount}. It doesn't keep you from sending or withdrawing any more",
      "givenBack": "We gave you back {amount} that you had paid and didn't owe"
    },
    "balanceDropped": {
      "below": "Your balance is down to {amount}",
      "halved": "Your balance fell by more than half within a day, to {amount}"
    },
    "profileUpdated": {
      "address": "Your address was changed",
      "birthday": "Your date of birth was changed",
      "nationality": "Your nationality was changed",
      "picture": "Your picture was changed",
      "username": "Your username was changed",
      "language": "Your language was changed",
      "several": "Your personal info was changed"
    },
    "updateProfileName": {
      "changed": "Your name was changed"
    },
    "updateEmail": {
      "changed": "Your email was changed",
      "returned": "Our emails to you come back. Check your address or verify it again"
    },
    "updatePhone": {
      "changed": "Your phone number was changed"
    },
    "invoiceSent": {
      "created": "You sent {name} an invoice for {amount}"
    },
    "invoiceReceived": {
      "created": "{name} sent you an invoice for {amount}"
    },
    "invoicePaymentReceived": {
      "paid": "{name} paid your invoice of {amount}"
    },
    "invoicePaymentDone": {
      "paid": "You paid the invoice of {amount} from {name}"
    },
    "invoice": {
      "declined": "{name} declined your invoice of {amount}",
      "cancelled": "{name} canceled the invoice of {amount}",
      "reminded": "{name} sent you a reminder about the invoice for {amount}",
      "overdue": "The invoice of {amount} with {name} is overdue",
      "refunded": "{name} refunded your invoice payment"
    },
    "security": {
      "newDevice": "A new device logged in to your account",
      "signInFailed": "Someone tried to log in to your account and didn't get past the second step",
      "sessionEnded": "A device was logged out of your account",
      "otherSessionsEnded": "All other devices were logged out of your account",
      "allSessionsEnded": "All devices were logged out of your account",
      "sessionsEndedByUs": "Our team logged you out on all devices",
      "passwordSet": "A password was added to your account",
      "passwordChanged": "Your password was changed",
      "passwordReset": "Your password was reset",
      "passkeyAdded": "A passkey was added to your account",
      "passkeyRemoved": "A passkey was removed from your account",
      "totpAdded": "An authenticator app was added to your account",
      "totpReplaced": "Your authenticator app was replaced",
      "totpRemoved": "The authenticator app was removed from your account",
      "recoveryCodesRenewed": "You have new recovery codes. The old ones no longer work",
      "recoveryCodeUsed": "One of your recovery codes was used",
      "factorsReset": "We removed the passkeys, the authenticator app and the recovery codes of your account",
      "devicesForgotten": "Your account no longer trusts any browser without a code",
      "deviceLost": "You reported a lost device, and your account is frozen",
      "socialLinked": "A way to log in was added to your account",
      "socialUnlinked": "A way to log in was removed from your account",
      "recipientAdded": "A bank account was added to your account",
      "recipientChanged": "One of your bank accounts was changed",
      "accountFrozen": "Your account is frozen",
      "accountUnfrozen": "Your account is no longer frozen",
      "dataExported": "A copy of your data was asked for",
      "approverAdded": "Someone now approves your payments",
      "approverRuleLoosening": "In 24 hours fewer of your payments need approval",
      "approverRemoving": "In 24 hours an approver of your payments is removed",
      "approverRemoved": "An approver of your payments was removed",
      "approverLeft": "Someone who approved your payments no longer does",
      "noticesTurnedOff": "Some notifications about your money were turned off"
    },
    "kyc": {
      "submitted": "We got your documents and are reviewing them",
      "approved": "Your identity is verified",
      "denied": "We couldn't verify your identity. See what you can do",
      "addressApproved": "Your address is confirmed",
      "addressDenied": "We couldn't accept your proof of address. See what you can do",
      "videoDenied": "We couldn't accept your video. See what you can do",
      "videoAsked": "We need a short video to finish your identity check",
      "addressAsked": "We need a proof of your address",
      "appealAnswered": "We answered your objection",
      "runOut": "Your ID has expired. Upload a new one",
      "lapsed": "Your limits went down, because your ID has expired",
      "revoked": "Your identity is no longer verified"
    },
    "request": {
      "received": "{name} asks you for {amount}",
      "paid": "{name} paid your request for {amount}",
      "declined": "{name} declined your request for {amount}",
      "cancelled": "{name} no longer asks you for {amount}",
      "reminded": "{name} sent you a reminder about the request for {amount}",
      "expired": "The request for {amount} has expired"
    },
    "reward": {
      "paid": "You earned a reward of {amount}",
      "shared": "You got {amount} of your friends' fees",
      "takenBack": "A reward of {amount} was taken back, because what earned it came back",
      "voided": "What earned a reward of {amount} came back. It wasn't in your balance any more, so later rewards make up for it",
      "refused": "A reward isn't being paid. Rewards says why"
    },
    "approval": {
      "invited": "{name} asks you to approve their payments",
      "refused": "{name} won't approve your payments",
      "asked": "{name} wants to pay {amount}. It's waiting for your approval",
      "expired": "Nobody decided on {name}'s payment of {amount} in time. It was canceled",
      "loosening": "In 24 hours fewer payments of {name} need your approval",
      "removing": "In 24 hours you no longer approve payments of {name}",
      "ended": "You no longer approve payments of {name}"
    },
    "schedule": {
      "sendTomorrow": "Your scheduled payment of {amount} to {name} goes out within 24 hours",
      "sendFailed": "Your scheduled payment of {amount} to {name} didn't go through",
      "requestTomorrow": "Your scheduled request to {name} for {amount} goes out within 24 hours",
      "requestFailed": "Your scheduled request to {name} for {amount} wasn't sent"
    },
    "support": {
      "messageReceived": "We got your message and will answer it",
      "answered": "We answered your message",
      "asked": "We have a question about your message",
      "reported": "We got your report of a problem with {amount}",
      "late": "We're late with your report of a problem with {amount}, but we'll still answer you",
      "credited": "We credited {amount} while we look into the problem you reported",
      "resolvedFor": "We decided your report in your favor. The {amount} is yours to keep",
      "resolvedAgainst": "We looked into the problem you reported and found no error",
      "withdrawn": "You withdrew your report of a problem with {amount}",
      "creditEnds": "You withdrew your report, so the credit of {amount} goes back",
      "cameBack": "Money for the payment you reported came back, so the credit of {amount} goes back",
      "creditTakenBack": "We took back a credit of {amount}",
      "creditOwed": "We took back a credit. {amount} of it was no longer in your balance, so you owe that"
    }
  },
  "returns": {
    "kinds": {
      "contested": "Disputed payment",
      "chargedBack": "Charged back",
      "takenBack": "Taken back",
      "refunded": "Refunded",
      "refundFailed": "Refund failed",
      "kept": "Dispute settled",
      "warned": "Fraud warning",
      "cleared": "Fraud warning cleared",
      "replaced": "Fraud warning",
      "chargedBackPartly": "Partly charged back",
      "takenBackPartly": "Partly taken back",
      "refundedPartly": "Partly refunded",
      "returned": "Returned",
      "availableAgain": "Available again",
      "rewardTakenBack": "Taken back",
      "rewardTakenBackPartly": "Partly taken back",
      "rewardVoided": "Voided"
    },
    "reasons": {
      "R01": "The account is short of funds, says the bank, which doesn't fit money sent to it.",
      "R02": "The account is closed.",
      "R03": "The bank has no account with this number and name.",
      "R04": "The account number isn't valid.",
      "R06": "We asked the bank to send it back.",
      "R12": "The account has moved to another bank.",
      "R13": "No bank takes transfers at this routing number.",
      "R14": "The bank says that the account holder has died.",
      "R15": "The bank says that the account holder has died.",
      "R16": "The account is frozen.",
      "R17": "The bank couldn't process the transfer's details.",
      "R20": "This kind of account can't receive transfers.",
      "R23": "The account holder refused the money.",
      "R24": "The bank took it for a duplicate.",
      "R28": "The routing number isn't valid.",
      "R34": "The bank can't receive transfers of this kind.",
      "other": "The bank gave the return code {code}."
    }
  }
}

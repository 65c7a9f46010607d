// Generated from the English texts by the build and by `node build/generate.ts`.
export type Messages = {
  "activity": {
    "title": "Movements",
    "noName": "N/A",
    "types": {
      "sent": "Sent",
      "received": "Received",
      "withdraw": "Withdrawal",
      "deposit": "Deposit",
      "invoice": "Invoice",
      "reward": "Reward",
      "referral": "Referral",
      "refund": "Refund",
      "reversal": "Reversal",
      "adjustment": "Adjustment"
    },
    "states": {
      "PENDING": "Pending",
      "ON HOLD": "On hold",
      "CANCELLED": "Cancelled",
      "COMPLETED": "Completed"
    },
    "timeline": {
      "label": "What has happened so far",
      "steps": {
        "pending": "Started",
        "onHold": "Waiting",
        "cancelled": "Cancelled",
        "completed": "Completed"
      },
      "expected": "{days}",
      "done": "done",
      "current": "under way",
      "upcoming": "still to come",
      "failed": "ended"
    },
    "filters": {
      "label": "Filter",
      "all": "All",
      "received": "Received",
      "sent": "Sent",
      "deposit": "Deposits",
      "corrections": "Returns and corrections",
      "dates": "Dates",
      "balance": "Balance after each",
      "search": "Search",
      "searchHint": "A name, a note, an amount or a reference",
      "clearSearch": "Clear the search",
      "from": "From",
      "to": "To",
      "clear": "Clear the filters",
      "wrongOrder": "The first day must come before the last"
    },
    "today": "Today",
    "yesterday": "Yesterday",
    "more": "Show more",
    "end": "That is everything",
    "searchedTo": "Looked back to {day}",
    "searchOn": "Look further back",
    "balanceAfter": "Balance {amount}",
    "empty": {
      "title": "Nothing has moved yet",
      "text": "Whatever you receive, send or add will be listed here.",
      "search": "Try another word or take a filter away.",
      "addMoney": "Add money"
    },
    "choose": "Choose a movement to see all about it here.",
    "moreFailed": "The next ones could not be loaded",
    "detail": {
      "title": "Movement",
      "close": "Close the detail",
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
      "date": "Date",
      "paidAt": "Completed on",
      "fee": "Fee",
      "reference": "Reference",
      "balance": "Balance afterwards",
      "note": "Note",
      "notFound": "This movement could not be found",
      "sendAgain": "Send again",
      "sendBack": "Send money to {name}",
      "tryDeposit": "Add money again",
      "verify": "Verify your identity",
      "takeBack": "Take the money back",
      "takenBack": "The money is back in your balance",
      "takeBackTitle": "Take back {amount}?",
      "takeBackText": "{name} will not receive it. The money returns to your balance at once.",
      "keep": "Leave it",
      "related": "Related movement",
      "showRelated": "Show it",
      "amount": "Amount",
      "happening": "Progress"
    },
    "privateNote": {
      "title": "Your own note",
      "hint": "Only you see it.",
      "add": "Add a note of your own",
      "edit": "Edit",
      "save": "Save the note",
      "saved": "Note saved",
      "left": "{count} characters left"
    },
    "hold": {
      "zelleMismatch": "What arrived differs from what was announced. We are comparing both and will tell you what we find.",
      "zelleNotSeen": "The transfer has not been seen at the bank yet. Check in your bank app that it was sent.",
      "recipientKycRequired": "The receiver must verify their identity before they can have this money. It is set aside until then; if they do not, it returns to your balance.",
      "recipientKycRequiredMine": "Verify your identity and this money is yours. If you do not, it returns to the sender.",
      "underReview": "A person is looking at this payment. You do not need to do anything; we will write to you when it is settled.",
      "providerUnknown": "The provider has not said how this ended. We keep asking; nothing is charged or sent twice.",
      "approverWait": "Another person has to approve this payment first. It goes on as soon as they do."
    },
    "cancel": {
      "cancelledByUser": "This was cancelled on request. No money moved.",
      "declined": "The payment was declined. Nothing was charged. Try again or use another card.",
      "expired": "The payment was not finished in time. Nothing was charged. You can start again.",
      "rejected": "We could not let this payment through. No money moved. Contact support if you have questions.",
      "returned": "The money could not be delivered and came back. Check the details before you try again.",
      "unclaimed": "Nobody claimed the money in time, so it came back. Ask the receiver and send it again.",
      "recipientDidNotVerify": "The receiver did not verify their identity in time, so the money went back to the sender. It can be sent again."
    }
  },
  "auth": {
    "email": "Email",
    "password": "Password",
    "show": "Show password",
    "hide": "Hide password",
    "signIn": {
      "title": "Sign in",
      "welcome": "Money that crosses over.",
      "submit": "Sign in",
      "forgot": "Forgot your password?",
      "noAccount": "New to {appName}?",
      "signUp": "Create an account"
    },
    "offerKorean": "한국어로 보시겠어요?",
    "signUp": {
      "title": "Create your account",
      "progress": "Sign-up steps",
      "steps": {
        "details": "Basic details",
        "phone": "Phone",
        "code": "Code",
        "address": "Address"
      },
      "kind": "Who is this account for?",
      "individual": "Individual",
      "business": "Business",
      "fullName": "Full name",
      "passwordHint": "At least 8 characters, with a number and an uppercase letter. 15 or more are safer.",
      "suggestion": "Did you mean <use>{email}</use>?",
      "terms": "I have read and accept the <terms>terms</terms> and the <privacy>privacy policy</privacy>",
      "acceptTerms": "Please, accept the terms",
      "submit": "Create account",
      "haveAccount": "Already have an account?",
      "signIn": "Sign in"
    },
    "emailStep": {
      "title": "Check your inbox",
      "text": "We sent a 6-digit code to {email}. The link in the same mail works too.",
      "code": "Code from the email",
      "verify": "Verify email",
      "verified": "Email verified",
      "later": "Do it later",
      "resend": "Send it again",
      "resendIn": "Send it again in {time}",
      "resent": "We sent you a new code"
    },
    "phoneStep": {
      "title": "Your phone number",
      "text": "We text you a code to make sure that it is yours.",
      "phone": "Phone number",
      "hint": "A US number with area code: <number>+1 (305) 555-0134</number>",
      "notUs": "Only US numbers (+1, ten digits) work here.",
      "send": "Text me a code"
    },
    "codeStep": {
      "title": "Enter the code",
      "text": "We texted a 6-digit code to <number>{phone}</number>. It is good for 10 minutes.",
      "code": "Code from the text message",
      "verify": "Verify phone",
      "verified": "Phone verified",
      "change": "Change number",
      "request": "Request a code"
    },
    "addressStep": {
      "title": "Where do you live?",
      "text": "The law asks us to know it. We never send advertising.",
      "line1": "Street and number",
      "line2": "Apartment, suite",
      "city": "City",
      "state": "State",
      "chooseState": "Choose a state",
      "zipCode": "ZIP code",
      "line1Missing": "Enter the street and number",
      "cityMissing": "Enter the city",
      "stateMissing": "Choose a state",
      "zipCodeMissing": "Enter the ZIP code",
      "zipCodeDigits": "A ZIP code has 5 digits",
      "finish": "Finish"
    },
    "confirmation": {
      "title": "Email confirmation",
      "working": "Confirming your email",
      "doneTitle": "Your email is confirmed",
      "doneText": "{email} now belongs to your account.",
      "failedTitle": "Your email is not confirmed",
      "noToken": "Open the link from our mail, or sign in and enter the code.",
      "continue": "Continue"
    },
    "verifyUser": {
      "title": "Your contacts",
      "lead": "Both must be verified before money moves.",
      "verified": "Verified",
      "waiting": "Not verified",
      "noPhone": "No phone yet",
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
      "text": "Tell us your email and we will send you a link.",
      "realEmail": "Please use real email",
      "send": "Send me the link",
      "newTitle": "Choose a new password",
      "newPassword": "New password",
      "confirmPassword": "Repeat the new password",
      "mustMatch": "This field must match your new password",
      "mustMatchNotice": "New and confirm passwords must match",
      "change": "Change password",
      "changed": "Password changed successfully",
      "successTitle": "Check your inbox",
      "sent": "If the account provided is correct, you will receive an email in your inbox",
      "linkLife": "The link is good for 30 minutes and works once.",
      "resend": "Send it again",
      "resent": "Password recovery email has been resent",
      "back": "Back to sign in"
    }
  },
  "common": {
    "appName": "Puente",
    "notices": "Notices",
    "dismiss": "Dismiss",
    "loading": "Loading",
    "working": "Working on it",
    "back": "Back",
    "close": "Close",
    "cancel": "Cancel",
    "continue": "Continue",
    "save": "Save",
    "retry": "Try again",
    "optional": "Optional",
    "done": "done",
    "requiredFields": "Please, fill out all required fields",
    "noResults": "No results found",
    "blockedUser": "Blocked User",
    "checking": "We're checking whether this went through. Nothing will be sent twice.",
    "unreachable": {
      "offline": "No Internet connection",
      "timeout": "The answer takes too long. Please try again"
    },
    "loadFailed": {
      "title": "This could not be loaded",
      "text": "Your money is not affected.",
      "tooOften": "Too many tries in a row",
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
  "kyc": {
    "title": "Verify your identity",
    "promise": "Usually done within {usualHours, plural, one {# hour} other {# hours}} to {usualDays, plural, one {# business day} other {# business days}}. Confirmation may take {from}-{to} business days.",
    "failed": "KYC verification failed. Please try again.",
    "tryAgain": "Try again",
    "triesLeft": "Tries left: {count}",
    "noTries": "You have used up your tries. Write to <mail>{email}</mail> and we will look at it together.",
    "verifying": "Verifying",
    "intro": {
      "lead": "The law asks every wallet to know its users. It takes about five minutes.",
      "needs": "What we need",
      "needsAgain": "What we need again",
      "done": "Done",
      "start": "Start",
      "resume": "Go on",
      "privacy": "We keep your photos encrypted. Nobody sees them but those who check them."
    },
    "parts": {
      "document": {
        "title": "ID document",
        "text": "Passport, driver license, state ID or residence permit"
      },
      "selfie": {
        "title": "Selfie",
        "text": "A photo of your face, taken now"
      },
      "details": {
        "title": "Your details",
        "text": "Name, birthday, nationality and address"
      }
    },
    "docTypes": {
      "passport": "Passport",
      "driverLicense": "Driver license",
      "stateId": "State ID",
      "residencePermit": "Residence permit"
    },
    "uploads": {
      "selfieId": "ID document",
      "selfie": "Selfie"
    },
    "reasons": {
      "selfieId": {
        "blurry": "the photo is not sharp enough to be read",
        "expired": "the document has expired",
        "mismatch": "name or birthday differ from what you entered",
        "unsupported": "we cannot accept this kind of document",
        "underage": "the birthday on it is under 18 years ago",
        "other": "we could not confirm the document"
      },
      "selfie": {
        "blurry": "the face cannot be seen clearly",
        "expired": "the photo is too old",
        "mismatch": "the face does not match the document",
        "unsupported": "it has to be a photo of you, taken now",
        "underage": "you must be at least 18",
        "other": "we could not confirm the photo"
      }
    },
    "photo": {
      "invitation": "Take or choose a photo",
      "remove": "Remove the photo",
      "preview": "Your photo. Check that everything is in sight and sharp.",
      "tooLarge": "The photo must be under 8 MB",
      "missing": "This photo is missing",
      "send": "Send and continue",
      "sending": "Sending photo {at} of {of}",
      "front": {
        "label": "Front",
        "hint": "Lay it flat. All four corners in the picture, no glare, every word readable."
      },
      "back": {
        "label": "Back",
        "hint": "The other side, just like the front."
      },
      "selfie": {
        "label": "Your face",
        "hint": "Look straight at the camera, in even light, without sunglasses or a hat. Nobody else in the picture."
      }
    },
    "document": {
      "title": "Your ID document",
      "text": "It must be valid and your own.",
      "type": "Which document do you have at hand?"
    },
    "selfie": {
      "title": "A photo of you",
      "text": "We compare it with the one on your document."
    },
    "details": {
      "title": "Your details",
      "text": "Exactly as on your document. Afterwards they can only be changed with support.",
      "fullName": "Full legal name",
      "fullNameHint": "All first and last names, as on your document.",
      "birthday": "Birthday",
      "birthdayHint": "You must be at least 18.",
      "birthdayMissing": "Enter your full birthday",
      "day": "Day",
      "month": "Month",
      "year": "Year",
      "notReal": "This day does not exist. Check day and month",
      "nationality": "Nationality",
      "chooseCountry": "Choose a country",
      "nationalityMissing": "Choose the country of your nationality",
      "address": "Home address",
      "submit": "Hand in for review"
    },
    "success": {
      "screen": "Identity check",
      "title": "We have everything",
      "submitted": "Handed in",
      "expected": "Expected by",
      "told": "You can leave this page. What you see here changes by itself when the review is done.",
      "home": "Go home"
    },
    "approved": {
      "badge": "Verified",
      "title": "Your identity is verified",
      "text": "You can now send to other people and hold any balance."
    },
    "expired": {
      "title": "Your ID document has expired",
      "text": "Send us a valid one to keep sending.",
      "action": "Send a new one"
    },
    "limits": {
      "title": "What you can move now",
      "outgoing-transaction": "At a time",
      "outgoing-30d": "In 30 days",
      "inApp-24h": "To other users in 24 hours",
      "deposit-30d": "Deposits in 30 days"
    }
  },
  "legal": {
    "version": "Version {version}, in force from {date}",
    "changes": "What has changed",
    "terms": "Terms",
    "privacy": "Privacy policy",
    "again": {
      "title": "Our terms have changed",
      "text": "Read them and accept them to go on using {appName}. Your money stays where it is either way.",
      "which": "What to read",
      "accept": "Accept and continue",
      "logOut": "Log out"
    }
  },
  "money": {
    "copied": "Copied",
    "copyReference": "Copy the reference",
    "quoteFailed": "The fee could not be calculated",
    "free": "Free",
    "limit": {
      "transaction": "You can move up to {limit} at a time.",
      "always": "Your balance can hold up to {limit} until you verify your identity. There is room for {left}.",
      "24h": "Your limit is {limit} in 24 hours and {left} of it is left.",
      "7d": "Your limit is {limit} in 7 days and {left} of it is left.",
      "30d": "Your limit is {limit} in 30 days and {left} of it is left.",
      "frees": "There will be more from {at}."
    },
    "openDeposit": {
      "declined": "Transaction declined",
      "declinedText": "Nothing was charged. Try again, perhaps with another card, or cancel it.",
      "unfinished": "The payment is not finished",
      "unfinishedText": "You can finish paying or cancel it. Nothing was charged so far.",
      "again": "Try again",
      "continue": "Finish paying",
      "cancel": "Cancel payment",
      "notCancelled": "The payment was not cancelled"
    },
    "field": {
      "cents": "Cents have two digits.",
      "tooLong": "That is more than fits here.",
      "unreadable": "That can't be read as one amount. Type it like 1234.56."
    },
    "hidden": "Balance hidden"
  },
  "profile": {
    "title": "Settings",
    "account": "Account",
    "app": "Appearance",
    "legal": "Legal",
    "identity": "Verify your identity",
    "contacts": "Email and phone",
    "logOut": "Log out of this device",
    "profile": {
      "handle": "Your handle",
      "copy": "Copy your handle",
      "individual": "Individual",
      "business": "Business",
      "tier": "Verified, tier {tier}",
      "standing": {
        "open": "Not verified",
        "verifying": "Verifying",
        "denied": "Verification failed",
        "expired": "Document expired"
      }
    },
    "theme": {
      "label": "Colors",
      "system": "Device",
      "light": "Light",
      "dark": "Dark"
    },
    "language": {
      "title": "Language",
      "label": "Language of the app",
      "saved": "Language changed"
    }
  },
  "shell": {
    "menu": "Main menu",
    "home": "Home",
    "movements": "Movements",
    "settings": "Settings",
    "transactions": {
      "toggle": "Transactions",
      "title": "What would you like to do?"
    },
    "sheet": {
      "sendInApp": "Send to someone on {appName}",
      "sendInAppText": "Free, and there in seconds"
    },
    "header": {
      "toHome": "{appName}, home",
      "toSettings": "Settings of {name}",
      "logOut": "Log out"
    },
    "logOut": {
      "title": "Do you want to log out?",
      "text": "You will need your password to come back.",
      "confirm": "Log out",
      "leaving": "Logging you out"
    },
    "kyc": {
      "title": "Finish setting up your account",
      "text": "These three steps protect your money. After them you can send.",
      "steps": {
        "account": "Account registered",
        "phone": "Verify phone",
        "identity": "Complete KYC"
      },
      "actions": {
        "account": "Verify your email",
        "phone": "Verify your phone",
        "identity": "Verify your identity"
      }
    },
    "inactivity": {
      "title": "Are you there?",
      "text": "To protect your money we will log you out in {time}.",
      "announce": "You will be logged out in {time}",
      "stay": "I'm here",
      "logOut": "Log out"
    },
    "lock": {
      "title": "Your session is locked",
      "text": "Enter your password to go on where you were. What is under way goes on by itself.",
      "unlock": "Unlock",
      "logOut": "Log out"
    },
    "offline": {
      "title": "No Internet connection",
      "text": "Everything is where you left it.",
      "retry": "Try Again",
      "still": "Still no connection",
      "logOut": "Log out"
    },
    "notFound": {
      "title": "This page does not exist",
      "text": "The address may be misspelled, or the page may have moved.",
      "home": "Go home"
    },
    "error": {
      "title": "Oops. Something went wrong",
      "text": "This screen could not be shown. Your money is not affected.",
      "reload": "Reload"
    },
    "install": {
      "title": "Keep {appName} at hand",
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
      "text": "Sandbox: no real money moves",
      "inbox": "Open the inbox"
    },
    "titles": {
      "notFound": "Page not found"
    }
  },
  "transfers": {
    "deposit": {
      "title": "Add money",
      "label": "Amount to add",
      "minimum": "By card from {amount}",
      "required": "Enter how much to add",
      "method": {
        "label": "How do you pay?",
        "card": "Debit or credit card",
        "cardText": "You enter it on the card provider's page; we never see the number."
      },
      "facts": {
        "add": "Goes into your balance",
        "fee": "Fee",
        "total": "Charged to your card",
        "free": "{left} of your {total} free operations left, this one included"
      },
      "pay": "Pay {amount} by card",
      "opening": "Opening the payment page",
      "waitingForQuote": "We are working out the total",
      "notCharged": "Nothing was charged",
      "cardOff": "Card payments are paused",
      "cardOffText": "Please try again later. Your money is not affected.",
      "notYet": {
        "title": "First, verify your email and phone",
        "text": "It takes two minutes and protects your money.",
        "action": "See the steps"
      },
      "test": {
        "title": "Just trying things out?",
        "text": "In the sandbox you can add made-up money.",
        "action": "Add {amount} of test money",
        "done": "{amount} of test money added"
      },
      "result": {
        "checking": "Looking up the payment",
        "wait": {
          "title": "The bank is confirming",
          "text": "This usually takes a few seconds. You may leave: your balance and movements follow by themselves.",
          "backToPage": "Back to the payment page",
          "home": "Go home"
        },
        "done": {
          "title": "Money added",
          "text": "{amount} is in your balance",
          "balance": "New balance",
          "charged": "Charged to your card",
          "movement": "See the movement",
          "action": "Done"
        },
        "retry": {
          "declined": "Transaction declined",
          "declinedText": "Nothing was charged. Try again, perhaps with another card.",
          "unfinished": "The payment is not finished",
          "unfinishedText": "Nothing was charged. You can pay {amount} now or leave it.",
          "again": "Try again"
        },
        "cancelled": {
          "title": "Payment cancelled",
          "text": "Nothing was charged."
        },
        "nothing": {
          "title": "There is no payment under way",
          "text": "What you paid is listed in your movements."
        }
      }
    },
    "send": {
      "title": "Send money",
      "lead": "How should it travel?",
      "methods": {
        "inApp": "To someone on {appName}",
        "inAppText": "From your balance to theirs. There in seconds."
      },
      "fee": {
        "percent": "{percent} fee",
        "percentAndFixed": "{percent} + {fixed} fee"
      },
      "steps": {
        "label": "Steps of the payment",
        "recipient": "Who",
        "amount": "Amount",
        "review": "Review"
      },
      "recipient": {
        "title": "Who gets it?",
        "search": "Name, handle, email or phone",
        "hint": "For somebody new, enter their whole email or phone, or the beginning of their handle.",
        "clear": "Clear the search",
        "frequents": "People you know",
        "others": "Others on {appName}",
        "none": "Nobody yet",
        "noneText": "The people you exchange money with will stand here. Look for the first one above.",
        "notFound": "Check the spelling, or ask for their handle.",
        "searching": "Searching",
        "failed": "The search did not work",
        "business": "Business",
        "tooShort": "Type at least {count} letters to search"
      },
      "amount": {
        "title": "How much?",
        "to": "To",
        "change": "Change",
        "label": "Amount to send",
        "balance": "Your balance is {amount}",
        "upTo": "You can send up to {amount}",
        "fee": "Fee {amount}",
        "noFee": "No fee",
        "required": "Enter how much to send"
      },
      "detail": {
        "title": "Review and send",
        "to": "To",
        "amount": "Amount",
        "fee": "Fee",
        "total": "Total",
        "when": "Arrives",
        "atOnce": "At once",
        "purpose": "What is it for?",
        "personal": "Personal",
        "goods": "Goods or services",
        "note": "Note",
        "noteHint": "{name} will see it. {count} characters left.",
        "noteRequired": "Say what you are paying for",
        "send": "Send {amount}",
        "sending": "Sending",
        "waitingForQuote": "We are working out the total",
        "checkingTitle": "Checking the payment",
        "checkingText": "The answer is taking long. You may stay or leave: if it was sent, it appears in your movements.",
        "notSent": "Nothing was sent"
      },
      "success": {
        "title": "Sent",
        "text": "{amount} is with {name}",
        "heldTitle": "On its way",
        "heldText": "{amount} waits for {name}, who must verify their identity first. If they do not, it returns to you.",
        "reference": "Reference",
        "balance": "New balance",
        "movement": "See the movement",
        "done": "Done"
      }
    }
  },
  "wallet": {
    "title": "Home",
    "greeting": "Hello, {name}",
    "balance": {
      "label": "Your balance",
      "held": "{amount} on hold",
      "hide": "Hide balance",
      "show": "Show balance"
    },
    "tasks": {
      "title": "To do",
      "progress": "{done} of {total} done",
      "verifyEmail": "Verify your email",
      "addPhone": "Add your phone",
      "fundAccount": "Fund your account",
      "verifyIdentity": "Verify your identity",
      "done": "Done"
    },
    "actions": {
      "label": "What you can do",
      "send": "Send",
      "addMoney": "Add money"
    },
    "inFlight": {
      "title": "On its way",
      "details": "See the details"
    },
    "latest": {
      "title": "Latest movements",
      "all": "See all"
    },
    "flow": {
      "title": "Last {days} days",
      "day": "Day",
      "in": "In",
      "out": "Out"
    },
    "empty": {
      "title": "Your bridge is ready",
      "text": "Add money, or let somebody send you some with your handle:",
      "copyHandle": "Copy your handle"
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
      "authTokenMissing": "Log in to continue",
      "sessionClosed": "You've been logged out",
      "userIdMissing": "We couldn't find your account. Please log in again.",
      "invalidName": "Please enter a valid name without special characters",
      "invalidFullName": "Enter your full name",
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
        "disposable": "Please use real email"
      },
      "invalidAmount": {
        "cardMinimum": "Try with more than 1$",
        "withdrawMaximum": "Amount should not exceed $10,000",
        "withdrawMinimum": "The minimum withdrawal is $20",
        "quoteChanged": "The total has changed. Review it before you continue."
      },
      "limitExceeded": {
        "transaction": "You can move up to {limit} at a time",
        "always": "Your balance can hold up to {limit} until you verify your identity",
        "rolling": "This goes over your limit. You have {left} left, and more from {freesAt}."
      },
      "sessionClosed": {
        "signedOut": "You logged out",
        "idle": "We logged you out because you were away for a while",
        "absolute": "We logged you out after 12 hours. Please log in again.",
        "replaced": "You were logged out because you logged in on another device",
        "revoked": "This session was ended. Please log in again.",
        "passwordChanged": "Your password was changed. Log in with the new one.",
        "lostDevice": "We logged you out everywhere because a device was reported lost",
        "operator": "Our support team logged you out. Contact us if you have questions.",
        "locked": "Your session is locked"
      },
      "accountRestricted": {
        "frozen": "Your account is frozen. Contact support.",
        "closing": "Your account is being closed",
        "moneyFrozen": "All payments are paused while we check something. Nothing has moved. Please try again later.",
        "passwordReset": "You reset your password recently. Until {until} you can send up to {limit} in 24 hours, with {left} left."
      },
      "kycRequired": {
        "phone": "Verify your phone to continue",
        "terms": "Accept the terms to continue"
      },
      "invalidRequest": {
        "tooLarge": "This file is too large",
        "triesUsedUp": "You've used all your attempts for now. Try again later, or contact support.",
        "notNow": "You can't replace this file while we're reviewing it",
        "tooManyFiles": "You've uploaded too many files. Contact support.",
        "verified": "This was checked with your identity. Contact support to change it."
      },
      "idempotencyConflict": {
        "answerExpired": "We handled this more than 90 days ago. Check your activity before you start a new one"
      },
      "invalidType": {
        "image": "Use a JPEG, PNG or WebP photo"
      },
      "serviceUnavailable": {
        "unknownOutcome": "We're checking whether this went through. Nothing will be sent twice.",
        "anotherAttempt": "This payment is already being processed. Wait a moment and check again.",
        "sms": "We can't send text messages right now. Please try again later."
      },
      "invalidSignIn": {
        "password": "That's not your password"
      },
      "invalidName": {
        "mixedScripts": "Write your name in one alphabet",
        "reserved": "This name could be mistaken for our staff. Enter your own name"
      },
      "invalidNote": {
        "characters": "The note has characters that cannot be shown. Remove them and try again"
      },
      "addressMissing": {
        "characters": "The address has characters that cannot be shown. Remove them and try again"
      },
      "invalidPass": {
        "guessable": "This password is easy to guess. Avoid common passwords, your name or email, and the name of this app"
      },
      "invalidUser": {
        "oneself": "You can't send money to yourself"
      }
    }
  }
}

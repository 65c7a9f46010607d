// Generated from the English texts by the build and by `node build/generate.ts`.
export type Messages = {
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
    "legal": {
      "version": "Version {version}, in force from {date}"
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
      "hint": "A US number with area code: +1 (305) 555-0134",
      "send": "Text me a code"
    },
    "codeStep": {
      "title": "Enter the code",
      "text": "We texted a 6-digit code to {phone}. It is good for 10 minutes.",
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
    "restricted": "Your account is restricted. Contact support",
    "limitReached": "This goes over your limit",
    "checking": "We are checking what happened. Nothing will be sent twice",
    "unreachable": {
      "offline": "No Internet connection",
      "timeout": "The answer takes too long. Please try again"
    },
    "loadFailed": {
      "title": "This could not be loaded",
      "text": "Your money is not affected."
    },
    "languages": {
      "label": "Language",
      "en": "English",
      "es": "Español",
      "ko": "한국어"
    }
  },
  "home": {
    "title": "Home",
    "greeting": "Hello, {name}",
    "balance": {
      "label": "Your balance",
      "held": "{amount} on hold",
      "hide": "Hide balance",
      "show": "Show balance",
      "hidden": "Balance hidden"
    },
    "tasks": {
      "title": "To do",
      "progress": "{done} of {total} done",
      "verifyEmail": "Verify your email",
      "addPhone": "Add your phone",
      "fundAccount": "Fund your account",
      "verifyIdentity": "Verify your identity",
      "done": "Done"
    }
  },
  "settings": {
    "title": "Settings",
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
      "still": "Still no connection"
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
  "errors": {
    "codes": {
      "alreadyConfirmed": "Email already confirmed",
      "emailAlreadyInUse": "Email already registered",
      "emailUsed": "This email belongs to another account",
      "invalidSignIn": "Your email and password combination is incorrect",
      "invalidPass": "Password must have at least 8 characters, with numbers and uppercase letters",
      "emailNotVerified": "Verify your email to continue",
      "userNotFound": "Receiver not found",
      "phone_already_verified": "This phone is already verified",
      "phoneUsed": "This phone belongs to another account",
      "change_password_error": "Your current password is incorrect",
      "invalidCode": "The code is incorrect",
      "usedCode": "This code was already used",
      "phoneConfirmationCode": "Request a new code for your phone",
      "tokenExpired": "Your session has expired",
      "emailTokenExpired": "This email code has expired. Request a new one",
      "invalidToken": "Please sign in again",
      "AuthHeaderRequired": "Please sign in to continue",
      "missingHeader": "The request is incomplete. Please try again",
      "authTokenMissing": "Your sign-in is missing. Please sign in",
      "sessionClosed": "Your session was closed",
      "userIdMissing": "We could not identify your account. Please sign in again",
      "invalidName": "Please enter a valid name without special characters",
      "invalidFullName": "Please enter your full name",
      "fullNameMissing": "Full name is required",
      "fullBName": "Enter your name exactly as on your ID",
      "addressMissing": "Address, city and state are required",
      "invalidBirthDay": "You must be at least 18. Check your birthday",
      "invalidLanguage": "This language is not available",
      "invalidRole": "The account type cannot be changed",
      "invalidPhoneNumber": "Please, fill out a valid phone",
      "invalidEmail": "Invalid email",
      "birthdayChangesExceeded": "You cannot change your birthday again. Contact support",
      "fullNameChangesExceeded": "You cannot change your name again. Contact support",
      "invalidRequest": "Check the form and try again",
      "invalidCurrency": "Only US dollars are supported",
      "invalidAmount": "Enter a valid amount",
      "invalidCardNumber": "This card cannot be used",
      "cardIdMissing": "Choose a card",
      "invalidNote": "Add a note of up to 280 characters",
      "invalidUser": "Invalid destination user",
      "invalidTo": "Choose who receives the money",
      "invalidType": "This option is not available",
      "invalidLimit": "Limit must be greater than 0",
      "invalidDescription": "Describe what happened",
      "invalidPrice": "Price must be greater than $0.01",
      "invalidTransactionId": "Transaction not found",
      "invalidProductId": "Product not found",
      "invalidInvoice": "This invoice cannot be changed",
      "invalidProducts": "Choose at least one product",
      "invalidPayMethod": "Choose a payment method",
      "invalidConfirmationNumber": "Zelle reference must be between 9 and 12 digits long.",
      "invalidPayerId": "PayPal did not recognise the payer",
      "invalidpaymentId": "PayPal did not recognise the payment",
      "senderUnsufficientFunds": "You don't have enough money to proceed",
      "invalidAccountType": "Choose Checking or Savings",
      "invalidRouting": "Check the routing number",
      "invalidAccountNumber": "Check the account number",
      "invalidZipCode": "Zip code does not match city or state",
      "publicTokenMissing": "The bank connection is incomplete. Start again",
      "userNameMissing": "The bank did not send the account holder's name",
      "institutionMissing": "Choose your bank",
      "linkMissing": "The bank connection has ended. Start again",
      "maxWithdrawLimitReached": "Your remaining weekly withdrawal amount is {remaining}",
      "zelleNotFound": "We have not found your confirmation number. It may take 1 to 10 minutes for Zelle to finish the transaction. Please try again later.",
      "serviceUnavailable": "This service is not available right now. Please try again later",
      "notFound": "We could not find what you were looking for",
      "unknown": "Oops. Something went wrong",
      "undefined": "Oops. Something went wrong",
      "tooManyRequests": "Too many attempts. Try again in {wait}",
      "kycRequired": "Verify your identity to continue",
      "limitExceeded": "This goes over your limit. You have {left} left; more from {freesAt}",
      "accountRestricted": "Your account is restricted: {reason}",
      "stepUpRequired": "Confirm it is you to continue",
      "idempotencyConflict": "This operation was already sent with other data. Review it and try again"
    },
    "reasons": {
      "invalidAmount": {
        "cardMinimum": "Try with more than 1$",
        "withdrawMaximum": "Amount should not exceed $10,000",
        "withdrawMinimum": "The minimum withdrawal is $20",
        "quoteChanged": "The total has changed. Review it again"
      },
      "limitExceeded": {
        "transaction": "You can move up to {limit} at a time",
        "always": "Your balance can hold up to {limit} until you verify your identity"
      },
      "sessionClosed": {
        "signedOut": "You signed out",
        "idle": "You were signed out because nobody was there",
        "absolute": "You were signed out after 12 hours. Please sign in again",
        "replaced": "Your session ended because you signed in on another device",
        "revoked": "Your session was ended",
        "passwordChanged": "Your password was changed. Sign in with the new one",
        "lostDevice": "All sessions were ended because a device was reported lost",
        "operator": "Support ended your session",
        "locked": "Your session is locked"
      },
      "accountRestricted": {
        "frozen": "it is frozen",
        "closing": "it is being closed",
        "moneyFrozen": "all movements are paused while we check something",
        "passwordReset": "your password was reset a short while ago"
      },
      "kycRequired": {
        "phone": "Verify your phone to continue",
        "terms": "Accept the terms to continue"
      },
      "invalidRequest": {
        "tooLarge": "This file is too large",
        "triesUsedUp": "You have used up today's attempts. Try again tomorrow or contact support"
      },
      "invalidType": {
        "image": "Use a JPEG, PNG or WebP photo"
      },
      "serviceUnavailable": {
        "unknownOutcome": "We are checking what happened. Nothing will be sent twice"
      }
    }
  }
}

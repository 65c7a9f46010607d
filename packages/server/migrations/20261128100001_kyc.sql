-- A new decision settles the appeal against the one before it, without an answer.
alter table kyc_appeals drop constraint kyc_appeals_state_known
--;;
alter table kyc_appeals add constraint kyc_appeals_state_known check (state in ('open', 'answered', 'settled')) not valid
--;;
alter table kyc_appeals validate constraint kyc_appeals_state_known

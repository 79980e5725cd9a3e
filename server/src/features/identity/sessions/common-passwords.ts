import { leakedPasswords } from './leaked-passwords.ts'

/** The first entries of every guessing list; shorter ones fail by their length. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
!qaz2wsx 00000000 000000000 0000000000 01234567 0123456789 0987654321 10101010 11111111 111111111
1111111111 11112222 11223344 1122334455 12121212 12312312 123123123 1231231234 123321123 12341234 12344321
123454321 12345678 123456781 123456788 123456789 1234567890 12345678910 123456789a 123456789q 12345678a
12345679 1234567a 123456aa 123456abc 123456as 123456qwerty 12345qwert 1234qwer 123654789 123abc456
123qwe123 123qweasd 123qweasdzxc 13131313 135792468 147258369 147852369 159753159 19841984 1a2b3c4d
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 20202020 22222222 246813579
31415926 33333333 44444444 55555555 66666666 69696969 741852963 77777777 789456123 87654321 88888888
888888888 963852741 987654321 9876543210 99999999 999999999 a1234567 a12345678 a123456789 a1b2c3d4
a1b2c3d4e5 aa123456 aa12345678 aaa111222 aaaaaaaa aaaaaaaaaa abc12345 abc123456 abc1234567 abc123abc
abcabcabc abcd1234 abcd12345 abcd123456 abcdef123 abcdefg1 abcdefgh abcdefghi access14 admin!123 admin123
admin123! admin1234 admin12345 admin123456 admin2020 admin2021 admin2022 admin2023 admin2024 admin2025
admin2026 admin@123 admin@1234 adminadmin administrator administrator1 alexander alexander1 alexandra
america1 american amit1234 andrew12 android1 anthony1 apple123 arsenal1 arsenal123 asd123asd asdasdasd
asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl123 asdfqwer ashley12 assassin asset123 assets123 asshole1
australia autumn123 autumn2024 autumn2025 azerty123 azertyuiop babyboy1 babygirl babygirl1 badboy12
banana12 bangalore barcelona barcelona1 baseball baseball1 basketball basketball1 batman12 batman123
beatles1 beautiful beautiful1 bharat123 bigdaddy birthday birthday1 bitchass blahblah blessed1 blink182
blueberry brandon1 brittany brittany1 brother1 bullshit business butterfly butterfly1 california
callofduty champion champion1 changeme changeme! changeme1 changeme123 charlie1 charlotte chelsea1
chelsea123 chennai1 chevrolet chevy123 chicago1 chocolate chocolate1 christian christina christine
christopher cinderella cisco123 company1 company123 computer computer1 computer123 contraseña cookie123
cookies1 corvette counter1 counterstrike cowboys1 cricket1 cricket123 crystal1 cupcakes daddy123 daniel12
danielle danielle1 december december1 default1 default123 delhi123 delhi1234 demo1234 demo12345 dhoni123
diamond1 director dominic1 dragon12 dragon123 dragonball eagles12 elizabeth elizabeth1 eminem123 employee
everything facebook facebook1 familyfirst father12 february ferrari1 fishing1 florida1 football football1
football12 ford1234 forever1 forever21 fortnite1 freedom1 friday123 friday13 fuckoff1 fuckyou! fuckyou1
fuckyou123 fuckyou2 gameover ganapati ganesh123 gangsta1 gangster garfield george12 gladiator godisgood
goodbye1 goodluck goodmorning google123 gorgeous greenday1 guest123 guest1234 guitar123 handsome hanuman1
hanuman123 happy123 happyday harley12 harleydavidson hawaii123 hello123 hello1234 hello12345 hellohello
hellokitty hindustan hockey123 honda123 hunter12 hunter123 hunting1 hyderabad icecream ihateyou ilovegod
iloveu123 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 india123 india1234 india@123
indian123 indore123 internet internet1 inventory inventory1 iphone123 isabella jaimatadi jaishreeram
january1 jeepjeep jellybean jennifer jennifer1 jessica1 jessica12 jesus123 jesuschrist jonathan jordan23
joshua12 juventus1 katherine killer12 killer123 kimberly kohli123 kolkata1 krishna1 krishna123 lakers24
lakshmi1 lamborghini leagueoflegends ledzeppelin letmein! letmein1 letmein123 letmeinnow linkinpark
linux123 liverpool liverpool1 lkjhgfdsa login123 login1234 london123 lovelove loveme123 loveyou1 mahesh123
maheshwari manager1 manager123 manchester master12 master123 matthew1 maverick melissa1 mercedes mercedes1
metallica metallica1 michael1 michelle michelle1 mickeymouse microsoft midnight million1 millionaire
minecraft minecraft1 minnie123 mnbvcxz1 mommy123 monday123 money123 monkey12 monkey123 moonlight
motdepasse mother12 mumbai12 mumbai123 musica123 mustang1 myfamily mypassword mypassword1 namaste1
natalie1 nathaniel newpass1 newpass123 newpassword newyork1 newyork123 nicholas nicholas1 nicole12
ninja123 nintendo nirvana1 nopassword nothing1 november october1 office123 oldpassword omnamahshivaya
oracle123 orange12 p@$$w0rd p@55w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123
pa$$word paradise pass1234 pass12345 pass123456 pass@123 pass@1234 passcode passpass passw0rd passw0rd!
passw0rd1 passw0rd123 password password! password01 password1 password11 password12 password123
password123! password1234 password2 password22 password3 password321 passwords passwort patricia patrick1
patriots pikachu1 pineapple pinkfloyd playboy1 playstation poiuytrewq pokemon1 pokemon123 pooja123
porsche1 precious princess princess1 princess12 princess123 priya123 pune1234 pussycat q1w2e3r4 q1w2e3r4t5
qazwsx12 qazwsx123 qazwsxedc qwe123456 qwe123qwe qweasd123 qweasdzxc qwer1234 qwer4321 qwerty01 qwerty11
qwerty12 qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456 qwerty321 qwerty99 qwertyqwerty qwertyui
qwertyui1 qwertyuiop qwertyuiop1 qwertyuiop12 qwertyuiop123 qwertz123 qwertzuiop rahul123 rainbow1
rajesh123 ramesh123 realmadrid rebecca1 richard1 robert12 roblox123 rocknroll rockstar rockstar1 rohit123
rohit@123 root1234 root12345 rootroot sachin10 sachin123 saibaba1 saibaba123 sairam123 samantha samantha1
samsung1 samsung123 saturday scorpion scotland sebastian secret12 secret123 security security1 security123
september server123 shadow12 shadow123 shithead shivshiv sister12 slipknot slipknot1 snickers snowball
soccer10 soccer12 soccer123 softball something spiderman spiderman1 spring123 spring2024 spring2025
spring2026 starcraft starlight starwars starwars1 steelers stephanie stephen1 strawberry success1
success123 summer01 summer12 summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025
summer2026 sunflower sunshine sunshine1 sunshine12 sunshine123 superadmin superman superman1 superman123
superuser supervisor suresh123 sweetheart sweetie1 swimming sysadmin temp1234 temporary tendulkar test1234
test12345 test123456 test@123 tester123 testing1 testing123 testpass testtest texas123 thepassword
thomas12 thursday tigger12 tinkerbell together toor1234 topsecret toyota123 tracking tracking1 trustno1
user1234 user12345 username valentina vanessa1 veronica victoria victoria1 virat123 volleyball warcraft
warehouse warrior1 watermelon wednesday welcome! welcome01 welcome1 welcome12 welcome123 welcome1234
welcome@123 whatever whatever1 whatever123 william1 windows1 windows10 winner123 winter12 winter123
winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 winter2026 xbox3600 xxxxxxxx yamaha123
yankees1 yourpassword zaq12wsx zaq1xsw2 zaq1zaq1 zxcvbnm, zxcvbnm1 zxcvbnm123 zxcvzxcv zzzzzzzz
${leakedPasswords}`
    .trim()
    .split(/\s+/),
)
